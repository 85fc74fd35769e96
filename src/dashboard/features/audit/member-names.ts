/** What members of objects are called where people read of them. */
const names: Readonly<Record<string, string>> = {
  adaptiveContent: 'Adaptive content',
  ai: 'AI features',
  basename: 'Address',
  browsers: 'Browsers',
  defaultContent: 'Default site',
  defaultLevel: 'Default access',
  defaultRole: 'Role of who joins',
  defaultSiteSection: 'Default section',
  defaultSiteSpace: 'Default space',
  disabled: 'Suspended',
  displayName: 'Name',
  editMode: 'Edits',
  emailDomains: 'E-mail domains',
  expiresAt: 'Works until',
  heir: 'Handed over to',
  hostname: 'Host name',
  icon: 'Picture',
  invite: 'Through the invite link',
  inviteLinks: 'Invite links',
  label: 'Name',
  level: 'Role',
  logo: 'Logo',
  parent: 'In',
  photoURL: 'Picture',
  position: 'Place',
  readOnly: 'Read only',
  siteSpaces: 'Spaces',
  sso: 'Single sign-on only',
  useCase: 'Use',
}

/** `defaultLevel` is “Default access”; what has no name of its own is written as it is spelled: `siteId`, “Site id”. */
export function memberName(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return names[name] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
