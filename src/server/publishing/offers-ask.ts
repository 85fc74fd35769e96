import { basePathOf, type Visit } from './visit.ts'

/** Whether readers can ask questions: the operator has an endpoint, and the site offers it. Not in previews. */
export const offersAsk = ({ files, state, urls }: Visit): boolean =>
  files.canAsk === true &&
  urls.previewPrefix === undefined &&
  state.shape.customizations.site.ai.mode !== 'none'

/** The address that questions are posted to; undefined if readers can't ask. */
export const askUrlOf = (visit: Visit): string | undefined =>
  offersAsk(visit) ? `${basePathOf(visit)}/~ask` : undefined
