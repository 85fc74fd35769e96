import type { Notification } from '#contract/notifications.ts'
import type { Service } from '../../context.ts'
import { type Email, renderDigest } from '../../mail/email.ts'
import { linkLabelOf, objectNameOf, sentenceOf } from './rules.ts'
import { type UnsubscribeTopic, unsubscribeToken } from './unsubscribe.ts'

/** Notifications of one organization that a person may see. */
export type OrganizationNotifications = {
  readonly organization: { readonly id: string; readonly title: string }
  readonly notifications: readonly Notification[]
}

type Sender = Pick<Service, 'config' | 'urls'>
type Recipient = { readonly id: string; readonly email: string }

/** What happened to one object, in the conversation about it. */
export async function objectEmail(
  service: Sender,
  recipient: Recipient,
  [found]: readonly OrganizationNotifications[],
): Promise<Email> {
  const [latest] = found?.notifications ?? []
  if (found === undefined || latest === undefined) throw new Error('There is nothing to send')
  const { organization, notifications } = found
  const { kind, id } = latest.about
  return renderDigest({
    to: recipient.email,
    subject: objectNameOf(latest),
    groups: [{ title: objectNameOf(latest), items: itemsOf(notifications) }],
    thread: {
      key: `${kind}.${id}`,
      messageKey: `notification.${latest.id}.${Date.parse(latest.createdAt)}.${recipient.id}`,
    },
    ...(await footer(service, recipient, latest.reason, organization)),
    note: `You get this email as a member of ${organization.title}.`,
  })
}

/** Everything since the last digest, by organization and object. */
export async function digestEmail(
  service: Sender,
  recipient: Recipient,
  found: readonly OrganizationNotifications[],
): Promise<Email> {
  const count = found.reduce((sum, { notifications }) => sum + notifications.length, 0)
  const groups = found.flatMap(({ organization, notifications }) =>
    Object.values(Object.groupBy(notifications, ({ about }) => `${about.kind} ${about.id}`)).flatMap(
      (group = []) => {
        const [latest] = group
        if (latest === undefined) return []
        const prefix = found.length > 1 ? `${organization.title}: ` : ''
        return [{ title: `${prefix}${objectNameOf(latest)}`, items: itemsOf(group) }]
      },
    ),
  )
  const titles = found.map(({ organization }) => organization.title).join(', ')
  const [organization] = found.map((one) => one.organization)
  return renderDigest({
    to: recipient.email,
    subject: `${titles}: ${count} ${count === 1 ? 'update' : 'updates'}`,
    groups,
    ...(await footer(service, recipient, 'digest', {
      id: found.length === 1 ? (organization?.id ?? 'digest') : 'digest',
      title: titles,
    })),
    note: 'You get this digest once a day.',
  })
}

/** Oldest first, as a conversation is read. */
const itemsOf = (notifications: readonly Notification[]) =>
  notifications.toReversed().map((one) => ({
    text: `${sentenceOf(one)}${one.page === undefined || one.about.kind === 'page' || one.page.title === one.about.title ? '' : ` on ${one.page.title || 'an untitled page'}`}.`,
    ...(one.excerpt === undefined ? {} : { quote: one.excerpt }),
    link: { label: linkLabelOf(one), url: one.urls.app },
  }))

async function footer(
  { config, urls }: Sender,
  { id: userId }: Recipient,
  topic: UnsubscribeTopic,
  organization: OrganizationNotifications['organization'],
) {
  const unsubscribeUrl = urls.app('unsubscribe', await unsubscribeToken(config, userId, topic))
  return {
    list: { id: organization.id, name: organization.title, unsubscribeUrl },
    links: [
      { label: 'Unsubscribe', url: unsubscribeUrl },
      { label: 'Notification settings', url: urls.app('me', 'notifications') },
    ],
  }
}
