import type { Visit } from './visit.ts'

/** The source contains what conditions hide, so sites with adaptive content do not offer it. */
export const offersMarkdown = ({ state }: Pick<Visit, 'state'>): boolean =>
  !state.shape.structure.site.adaptiveContent
