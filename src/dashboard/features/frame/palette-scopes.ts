/** Which of the groups are looked through: all, or one that is asked for by its first character. */
export type Scope = 'all' | 'do' | 'people' | 'pages'

export const scopes: readonly { readonly scope: Scope; readonly sign: string; readonly label: string }[] = [
  { scope: 'do', sign: '>', label: 'Do' },
  { scope: 'people', sign: '@', label: 'People' },
  { scope: 'pages', sign: '#', label: 'Pages' },
]

/** What is typed, without the sign of the scope. */
export function asked(text: string): { scope: Scope; words: string } {
  const typed = text.trimStart()
  const found = scopes.find(({ sign }) => typed.startsWith(sign))
  return found
    ? { scope: found.scope, words: typed.slice(found.sign.length).trim() }
    : { scope: 'all', words: typed.trim() }
}

/** The text with another scope; the same scope again takes it away. */
export function withScope(text: string, sign: string): string {
  const { scope, words } = asked(text)
  const isOn = scopes.some((one) => one.sign === sign && one.scope === scope)
  return isOn ? words : `${sign}${words}`
}
