import { createHash } from 'node:crypto'
import { namesRoot, parseExpression } from '#contract/shared/condition.ts'
import { ConditionError } from '#contract/shared/condition-tokens.ts'
import { evaluateCondition } from '#contract/shared/evaluate-condition.ts'
import type { Variables } from '../../content/entries.ts'
import type { SharedValues } from '../../content/expressions.ts'
import type { Context } from '../../context.ts'
import type { SiteRow, Structure } from './structure/structure.ts'

/** Variables that a condition can read: those of the space and of the page that it is on. */
export type ConditionVariables = { readonly space: Variables; readonly page?: Variables | undefined }

/**
 * Whether a visitor sees content with this condition; content without a condition is visible to anyone. Without
 * variables, a condition that reads some fails, which hides its content.
 */
export type ConditionFilter = (
  condition: string | null | undefined,
  variables?: ConditionVariables,
) => boolean

export const showEverything: ConditionFilter = () => true

/** A visitor as conditions see them. */
export type Visitor = {
  readonly claims: Readonly<Record<string, unknown>> & {
    readonly unsigned: Readonly<Record<string, unknown>>
  }
}

export const ANONYMOUS_VISITOR: Visitor = { claims: { unsigned: {} } }

/** Claims in a request, with those of the visitor themselves in `unsigned`. */
export type VisitorClaims = Readonly<Record<string, unknown>> | undefined

type VisitorCaller = { readonly caller: Pick<Context['caller'], 'reader'> }

/** The visitor that a caller reads a site as: the one their token is for, or the one whose claims they send. */
export function visitorOf({ caller }: VisitorCaller, claims: VisitorClaims): Visitor {
  if (caller.reader !== undefined) return { claims: caller.reader.claims }
  const { unsigned, ...signed } = claims ?? {}
  const isObject = typeof unsigned === 'object' && unsigned !== null && !Array.isArray(unsigned)
  return { claims: { ...signed, unsigned: isObject ? (unsigned as Readonly<Record<string, unknown>>) : {} } }
}

/** Equal for visitors with the same claims; empty for anonymous visitors. */
export function visitorKey({ claims }: Visitor): string {
  const { unsigned, ...signed } = claims
  if (Object.keys(signed).length === 0 && Object.keys(unsigned).length === 0) return ''
  return createHash('sha256').update(JSON.stringify(claims)).digest('base64url')
}

/** How a site treats content with conditions. */
export type ConditionSettings = Pick<SiteRow, 'adaptiveContent' | 'conditionalContent'>

/** Whether conditions hide content: from some visitors with adaptive content, otherwise from all of them. */
export const appliesConditions = ({ adaptiveContent, conditionalContent }: ConditionSettings): boolean =>
  adaptiveContent || conditionalContent !== 'everyone'

/**
 * Without adaptive content, no one meets a condition on the visitor, not even a negated one: content for people without
 * a claim may be as secret as content for people with it. A condition that fails hides its content.
 */
export function conditionFilter(
  site: ConditionSettings,
  visitor: Visitor = ANONYMOUS_VISITOR,
  shared?: SharedValues,
): ConditionFilter {
  if (!appliesConditions(site)) return showEverything
  const seen = site.adaptiveContent ? visitor : null
  return (condition, variables) => matchesCondition(seen, condition, { ...variables, shared })
}

type Readable = Partial<ConditionVariables> & { readonly shared?: SharedValues | undefined }

function matchesCondition(
  visitor: Visitor | null,
  text: string | null | undefined,
  { space, page = {}, shared }: Readable,
): boolean {
  if (!text) return true
  try {
    const condition = parseExpression(text)
    if (visitor === null && namesRoot(condition, 'visitor')) return false
    return evaluateCondition(condition, visitor, {
      ...(shared === undefined
        ? {}
        : { organization: { vars: shared.organization }, site: { vars: shared.site } }),
      ...(space === undefined ? {} : { space: { vars: space }, page: { vars: page } }),
    })
  } catch (error) {
    if (error instanceof ConditionError) return false
    throw error
  }
}

/** The part of a structure that a visitor sees. Sections without a visible space are left out. */
export function visibleStructure(
  structure: Structure,
  isReadable: (spaceId: string) => boolean,
  shows: ConditionFilter,
): Structure {
  const visibleSpaces = structure.siteSpaces.filter(
    ({ spaceId, condition }) => isReadable(spaceId) && shows(condition),
  )
  const filled = new Set(visibleSpaces.map(({ sectionId }) => sectionId))
  const sections = structure.sections.filter(({ id, condition }) => filled.has(id) && shows(condition))
  const sectionIds = new Set(sections.map(({ id }) => id))
  const siteSpaces = visibleSpaces.filter(({ sectionId }) => sectionId === null || sectionIds.has(sectionId))
  return { ...structure, sections, siteSpaces }
}

/** The structure and the condition filter for the visitor that a caller reads the site as. */
export function structureForVisitor(
  ctx: VisitorCaller,
  structure: Structure,
  claims: VisitorClaims,
): { readonly structure: Structure; readonly shows: ConditionFilter } {
  const shows = conditionFilter(structure.site, visitorOf(ctx, claims))
  return { structure: visibleStructure(structure, () => true, shows), shows }
}
