import type { SiteFinding } from '#contract/site-checks.ts'
import type { Site } from '#contract/sites.ts'
import { formatNames, labels, pluralize } from './labels.ts'

/** Who sees the content of a site that has conditions. */
export type ConditionChoice = 'by-visitor' | 'hidden' | 'everyone'

type ChoiceLabels = { readonly label: string; readonly help: string; readonly done: string }

export const conditionChoices: Readonly<Record<ConditionChoice, ChoiceLabels>> = {
  'by-visitor': {
    label: 'Show by visitor',
    help: 'Visitors see the content whose conditions they meet. This is adaptive content.',
    done: 'Conditional content is shown by visitor',
  },
  hidden: {
    label: 'Keep hidden',
    help: 'No one sees content with a condition on the visitor.',
    done: 'Conditional content stays hidden',
  },
  everyone: {
    label: 'Show to everyone',
    help: 'Conditions are saved, but everyone sees everything.',
    done: 'Conditional content is shown to everyone',
  },
}

/** The choice of a site; undefined if no one has decided yet. */
export function conditionChoiceOf({ adaptiveContent }: Pick<Site, 'adaptiveContent'>) {
  if (adaptiveContent?.enabled) return 'by-visitor'
  const choice = adaptiveContent?.conditionalContent
  return choice === 'undecided' ? undefined : choice
}

/** The settings of a site for a choice, or to leave it open. */
export const conditionSettings = (choice: ConditionChoice | undefined) =>
  choice === 'by-visitor'
    ? { enabled: true }
    : { enabled: false, conditionalContent: choice ?? ('undecided' as const) }

type Finding = Extract<SiteFinding, { kind: 'conditional-content' }>

/** Pages that are named. */
const MAX_NAMED = 3

/** Where a site has conditions: `3 pages have content with conditions: “A”, “B” and 1 more.` */
export function conditionalContentText({ count, pages, parts }: Finding): string {
  const others = pluralize(parts, 'section, space or link', 'sections, spaces or links')
  if (count === 0) return `${others} ${parts === 1 ? 'has a condition' : 'have conditions'}.`
  const names = pages.slice(0, MAX_NAMED).map(({ title }) => labels.quoted(title || labels.untitled))
  const more = count - names.length
  const named = names.length > 0 ? `: ${formatNames(more > 0 ? [...names, `${more} more`] : names)}` : ''
  const also = parts === 0 ? '' : ` So ${parts === 1 ? 'does' : 'do'} ${others}.`
  return `${pluralize(count, 'page')} ${count === 1 ? 'has' : 'have'} content with conditions${named}.${also}`
}
