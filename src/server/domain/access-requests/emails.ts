import { roleNames } from '#contract/shared/permissions.ts'
import type { Service } from '../../context.ts'
import type { JobPayloads } from '../../jobs/queue.ts'
import { type Email, renderEmail } from '../../mail/email.ts'
import { isImmediate } from '../email-preferences/queries.ts'
import { type AccessRequestRow, decidedEmail, requestedEmail } from './queries.ts'

type Payload<Kind extends string> = Extract<JobPayloads['send-mail'], { kind: Kind }>

/** Tells someone who can grant access that a person asks for it; null if it was decided or they no longer can. */
export async function accessRequestedEmail(
  { db, urls }: Service,
  { organizationId, ...ids }: Payload<'access-requested'>,
): Promise<Email | null> {
  const found = await requestedEmail(db, organizationId, ids)
  if (found === undefined || !(await isImmediate(db, ids.userId, 'access_requested'))) return null
  const { email, requester, request } = found
  const { role, message } = request
  return renderEmail({
    to: email,
    subject: `${requester} asks for access to ${nameOf(request)}`,
    paragraphs: [
      `${requester} asks for the ${roleNames[role]} role ${whereOf(request)}.`,
      ...(message === '' ? [] : [`“${message}”`]),
    ],
    link: { label: 'Grant or decline', url: urls.app('o', organizationId) },
    note: `You get this email because you can grant access to this ${request.kind}.`,
  })
}

/** Tells a person how their request was decided; null if they asked again or left. */
export async function accessDecidedEmail(
  { db, urls }: Service,
  { organizationId, accessRequestId }: Payload<'access-decided'>,
): Promise<Email | null> {
  const found = await decidedEmail(db, organizationId, accessRequestId)
  if (found === undefined) return null
  const { email, decider, request } = found
  if (!(await isImmediate(db, request.userId, 'access_decided'))) return null
  const by = decider ?? 'Someone'
  const isGranted = request.status === 'granted'
  return renderEmail({
    to: email,
    subject: isGranted
      ? `You have the ${roleNames[request.role]} role ${whereOf(request)}`
      : `Your request for access to ${nameOf(request)} was declined`,
    paragraphs: [
      isGranted
        ? `${by} granted your request. You have the ${roleNames[request.role]} role ${whereOf(request)} now.`
        : `${by} declined your request for the ${roleNames[request.role]} role ${whereOf(request)}.`,
    ],
    link: { label: `Open the ${request.kind}`, url: urls.app(...pathOf(organizationId, request)) },
    note: 'You get this email because you asked for access.',
  })
}

const nameOf = ({ title, kind }: AccessRequestRow): string => (title === '' ? `a ${kind}` : `“${title}”`)

const whereOf = (request: AccessRequestRow): string =>
  `${request.kind === 'site' ? 'on' : 'in'} ${nameOf(request)}`

function pathOf(organizationId: string, { kind, subjectId }: AccessRequestRow): string[] {
  if (kind === 'space') return ['s', subjectId]
  return ['o', organizationId, kind === 'site' ? 'sites' : 'collections', subjectId]
}
