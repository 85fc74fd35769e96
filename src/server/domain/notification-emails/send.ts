import type { NotificationReason } from '#contract/notifications.ts'
import { membershipOf } from '../../auth/grants.ts'
import type { Service } from '../../context.ts'
import type { Email } from '../../mail/email.ts'
import { sendEmail, Unconfirmed, Undeliverable } from '../../mail/send.ts'
import { markUndeliverable } from '../email-preferences/queries.ts'
import { presentNotifications } from '../notifications/present.ts'
import { notificationPage } from '../notifications/queries.ts'
import { changeEmailState, type DueNotification, dueTo, organizationTitle, recipientOf } from './queries.ts'
import { currentSchedule } from './queue.ts'
import { digestEmail, type OrganizationNotifications, objectEmail } from './render.ts'

/** Notifications of one run; the rest is due again a minute later. */
const MAX_NOTIFICATIONS = 500

/** Right away, these have emails of their own that say more. */
const OTHERWISE_EMAILED: ReadonlySet<NotificationReason> = new Set(['access_requested', 'access_decided'])

type Recipient = { readonly id: string; readonly email: string }
type Claim = { readonly organizationId: string; readonly ids: readonly string[] }

/**
 * Emails a person what is due: one email per object, and one daily digest. Rows are claimed before they are sent and
 * released only if the mail server surely did not accept the email, so each is sent at most once, however many
 * processes run this.
 */
export async function emailNotifications(service: Service, userId: string, stop: AbortSignal): Promise<void> {
  const { db } = service
  const now = service.now()
  const due = await dueTo(db, userId, {
    schedule: await currentSchedule(db, now),
    now,
    limit: MAX_NOTIFICATIONS,
  })
  const recipient = await recipientOf(db, userId)
  const isWanted = ({ frequency, reason }: DueNotification) =>
    recipient !== undefined &&
    frequency !== 'never' &&
    !(frequency === 'immediately' && OTHERWISE_EMAILED.has(reason))
  await skip(service, userId, claimsOf(due.filter((one) => !isWanted(one))))
  if (recipient === undefined) return
  const wanted = due.filter(isWanted)
  for (const sameObject of objectsOf(wanted.filter(({ frequency }) => frequency === 'immediately'))) {
    const isRejected = await sendClaimed(service, recipient, claimsOf(sameObject), stop, (found) =>
      objectEmail(service, recipient, found),
    )
    if (isRejected) return
  }
  const daily = wanted.filter(({ frequency }) => frequency === 'daily')
  await sendClaimed(service, recipient, claimsOf(daily), stop, (found) =>
    digestEmail(service, recipient, found),
  )
}

function objectsOf(due: readonly DueNotification[]): DueNotification[][] {
  return Object.values(
    Object.groupBy(due, ({ organizationId, kind, objectId }) => `${organizationId} ${kind} ${objectId}`),
  ).map((group) => group ?? [])
}

function claimsOf(due: readonly DueNotification[]): Claim[] {
  const byOrganization = Object.groupBy(due, ({ organizationId }) => organizationId)
  return Object.entries(byOrganization).map(([organizationId, rows = []]) => ({
    organizationId,
    ids: rows.map(({ id }) => id),
  }))
}

async function skip({ db }: Service, userId: string, claims: readonly Claim[]): Promise<void> {
  for (const { organizationId, ids } of claims)
    await changeEmailState(db, { organizationId, userId }, ids, ['pending', 'skipped'])
}

/** Sends one email about claimed rows. Returns whether the address was rejected. */
async function sendClaimed(
  service: Service,
  recipient: Recipient,
  wanted: readonly Claim[],
  stop: AbortSignal,
  render: (found: readonly OrganizationNotifications[]) => Promise<Email>,
): Promise<boolean> {
  const claimed: Claim[] = []
  const found: OrganizationNotifications[] = []
  for (const { organizationId, ids } of wanted) {
    const owner = { organizationId, userId: recipient.id }
    const claim = { organizationId, ids: await changeEmailState(service.db, owner, ids, ['pending', 'sent']) }
    claimed.push(claim)
    const visible = await visibleTo(service, recipient, claim)
    if (visible.notifications.length > 0) found.push(visible)
    const shown = new Set(visible.notifications.map(({ id }) => id))
    const hidden = claim.ids.filter((id) => !shown.has(id))
    await changeEmailState(service.db, owner, hidden, ['sent', 'skipped'])
  }
  if (found.length === 0) return false
  try {
    await sendEmail(service.config, await render(found), { now: service.now(), signal: stop })
    return false
  } catch (error) {
    return handleFailure(service, recipient, claimed, error)
  }
}

/** What a person may still see of some notifications, checked when they are sent. */
async function visibleTo(
  service: Service,
  { id: userId }: Recipient,
  { organizationId, ids }: Claim,
): Promise<OrganizationNotifications> {
  const { db, urls, now } = service
  const [title, membership] = await Promise.all([
    organizationTitle(db, organizationId),
    membershipOf(db, organizationId, userId),
  ])
  const organization = { id: organizationId, title }
  if (ids.length === 0 || membership === undefined || membership.disabled)
    return { organization, notifications: [] }
  const { rows } = await notificationPage(
    db,
    { organizationId, userId, membership },
    { state: 'open', ids, limit: ids.length },
    now(),
  )
  const context = { db, urls, now, access: { organizationId } }
  return { organization, notifications: await presentNotifications(context, rows) }
}

async function handleFailure(
  { db, log, now }: Service,
  { id: userId, email }: Recipient,
  claimed: readonly Claim[],
  error: unknown,
): Promise<boolean> {
  if (error instanceof Undeliverable) {
    log.warn({ err: error, to: email }, 'the mail server rejected a notification')
    if (error.ofAddress) await markUndeliverable(db, { email, error: error.message, now: now() })
    return error.ofAddress
  }
  if (error instanceof Unconfirmed) {
    log.warn(
      { err: error, to: email },
      'the mail server did not confirm a notification; it is not sent again',
    )
    return false
  }
  for (const { organizationId, ids } of claimed)
    await changeEmailState(db, { organizationId, userId }, ids, ['sent', 'pending'])
  throw error
}
