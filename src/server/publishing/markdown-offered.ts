import type { Visit } from './visit.ts'

/** The source says what conditions hide, so it is offered only where none apply. */
export const offersMarkdown = ({ state }: Pick<Visit, 'state'>): boolean =>
  !state.shape.structure.site.adaptiveContent
