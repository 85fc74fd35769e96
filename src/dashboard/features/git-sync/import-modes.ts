import type { SpaceGitSync } from '#contract/space-git-sync.ts'
import type { Space } from '#contract/spaces.ts'

type Choice = { value: SpaceGitSync['importMode']; label: string; help: string }

/** Where commits of the repository can go. */
export const importModeChoices = ({ editMode }: Pick<Space, 'editMode'>): Choice[] => [
  {
    value: 'space',
    label: 'Change the space directly',
    help:
      editMode === 'locked'
        ? 'This space is locked, so they wait in a change request until you unlock it.'
        : 'They only wait in a change request if they conflict with edits here, or if merge rules apply.',
  },
  {
    value: 'change-request',
    label: 'Wait in a change request',
    help: 'Someone reviews and merges them. Until then, edits here aren’t pushed.',
  },
  {
    value: 'space-without-rules',
    label: 'Bypass merge rules',
    help: 'They change the space directly even if merge rules apply. Only admins of the space can choose this.',
  },
]
