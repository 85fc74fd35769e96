import { Link } from '@tanstack/react-router'
import { places } from '../../lib/places.ts'

export const sources = ['files', 'word', 'website', 'git'] as const
export type SourceKind = (typeof sources)[number]

const names: Readonly<Record<SourceKind, string>> = {
  files: 'Files and folders',
  word: 'Word',
  website: 'Website',
  git: 'Git repository',
}

/** From where pages come; the choice stands in the address. */
export const SourceTabs = ({ spaceId, from }: { spaceId: string; from: SourceKind }) => (
  <nav className="tabs im-tabs" aria-label="Where the pages come from">
    {sources.map((kind) => (
      <Link
        key={kind}
        className="tab"
        to={places.spaceImport(spaceId)}
        search={{ from: kind }}
        replace
        activeProps={{ 'aria-current': undefined }}
        aria-current={kind === from ? 'page' : undefined}
      >
        {names[kind]}
      </Link>
    ))}
  </nav>
)
