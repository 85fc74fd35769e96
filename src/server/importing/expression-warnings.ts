import { parseExpression, syntaxErrorOf } from '#contract/shared/condition.ts'
import { evaluateExpression, variablesOfExpression } from '#contract/shared/evaluate-condition.ts'
import { cutText } from '#markup/cut-text.ts'
import { mayContainExpression } from '#markup/expression-tags.ts'
import type { Variables } from '../content/entries.ts'
import { parsedText } from '../content/parsed-texts.ts'
import { TextTooComplex } from '../text-tasks/run.ts'
import type { ImportFindings, PlannedPage, PlannedReusable } from './plan.ts'

type Warnings = ImportFindings['warnings']

/** Further ones of a page are not reported. */
const MAX_PER_PAGE = 20

/**
 * What readers see nothing of: expressions that are invalid or have missing variables, and pages with an invalid
 * condition.
 */
export async function expressionWarnings(
  pages: readonly PlannedPage[],
  reusables: readonly PlannedReusable[],
  variables: Variables,
): Promise<Warnings> {
  const warnings: Warnings[number][] = []
  for (const { text, source, more } of everyPage(pages)) {
    const error = more?.condition === undefined ? undefined : syntaxErrorOf(more.condition, parseExpression)
    const reasons = await reasonsIn(text ?? '', { space: variables, page: more?.variables ?? {} })
    if (error !== undefined)
      reasons.unshift(`The page is hidden because its condition isn’t valid. ${error.located}`)
    for (const reason of reasons.slice(0, MAX_PER_PAGE)) warnings.push({ path: source ?? '', text: reason })
  }
  // Reusable content has the variables of the pages that include it.
  for (const { text, source } of reusables) {
    const reasons = await reasonsIn(text, { space: variables, page: null })
    for (const reason of reasons.slice(0, MAX_PER_PAGE)) warnings.push({ path: source, text: reason })
  }
  return warnings
}

const everyPage = (pages: readonly PlannedPage[]): PlannedPage[] =>
  pages.flatMap((page) => [page, ...everyPage(page.children)])

type Known = { readonly space: Variables; readonly page: Variables | null }

async function reasonsIn(text: string, known: Known): Promise<string[]> {
  if (!mayContainExpression(text)) return []
  try {
    const { expressions } = await parsedText(text)
    return expressions.flatMap((expression) => reasonFor(expression, known) ?? [])
  } catch (error) {
    if (error instanceof TextTooComplex) return []
    throw error
  }
}

/** Why readers see nothing of an expression; undefined if they see something. */
function reasonFor(expression: string, { space, page }: Known): string | undefined {
  const name = `“${cutText(expression, 100)}”`
  const error = syntaxErrorOf(expression, parseExpression)
  if (error !== undefined) return `Readers see nothing of the expression ${name}: ${error.message}`
  const missing = variablesOfExpression(expression).filter((variable) => {
    const [root, , ...rest] = variable.split('.')
    if (root === 'organization' || root === 'site') return false
    const values = root === 'space' ? space : page
    return values !== null && !Object.hasOwn(values, rest.join('.'))
  })
  const scope = {
    organization: { vars: {} },
    site: { vars: {} },
    space: { vars: space },
    page: { vars: page ?? {} },
    visitor: { claims: { unsigned: {} } },
  }
  if (missing.length === 0 || evaluateExpression(expression, scope) !== null) return undefined
  return `Readers see nothing of the expression ${name}: the source doesn’t define ${missing.join(', ')}`
}
