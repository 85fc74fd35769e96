import type { Question } from '../../components/confirm-store.ts'
import { counted, words } from '../../lib/words.ts'
import { titleOf } from './parts.ts'
import type { StructureRow } from './structure-rows.ts'

/** What is asked before something leaves the site. Pages never go: they stay in the library. */
export function removalQuestion({ part, address, hasChoice }: StructureRow, siteTitle: string): Question {
  const name = titleOf(part)
  if (part.object === 'site-section-group') {
    return {
      title: `Dissolve the group ${words.quoted(name)}?`,
      description:
        part.sections.length === 0
          ? 'There is nothing in it.'
          : `${part.sections.length === 1 ? 'Its section stays' : `Its ${counted(part.sections.length, 'section')} stay`} on the site, in its place.`,
      act: `Dissolve ${name}`,
    }
  }
  const isHeir = part.default === true && hasChoice
  return {
    title: `Remove ${words.quoted(name)} from ${words.quoted(siteTitle)}?`,
    description: [
      part.object === 'site-space'
        ? 'Its pages stay in the library.'
        : `${part.siteSpaces.length === 1 ? 'Its space leaves' : `Its ${counted(part.siteSpaces.length, 'space')} leave`} the site; the pages stay in the library.`,
      isHeir
        ? `The next ${part.object === 'site-section' ? 'section' : 'space'} takes its place as the default.`
        : `Links to ${address} lead nowhere then.`,
    ].join(' '),
    act: `Remove ${name}`,
    danger: true,
  }
}
