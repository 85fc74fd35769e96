import { Link } from '@tanstack/react-router'
import type { Space } from '#contract/spaces.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { MergeRulesSection } from './merge-rules-section.tsx'

/** The merge rules of a space, below its other settings. */
export const SpaceMergeRules = ({ space }: { space: Space }) => (
  <MergeRulesSection
    target={{ type: 'space', id: space.id, organizationId: space.organization }}
    title={space.title || labels.untitled}
    canEdit={space.permissions.admin}
    note={space.editMode !== 'locked' && <LiveEditsNote space={space} />}
  />
)

/** Live edits skip change requests, and so the rules. */
const LiveEditsNote = ({ space }: { space: Space }) => (
  <p className="soft">
    Live edits are on, and these rules only apply to merges.{' '}
    {space.permissions.admin && (
      <>
        To send every edit through a change request,{' '}
        <Link className="link" to={paths.spaceSettings(space.id)} hash="edits">
          set edits to locked
        </Link>
        .
      </>
    )}
  </p>
)
