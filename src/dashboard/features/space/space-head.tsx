import { Link, useNavigate, useParams, useRouteContext } from '@tanstack/react-router'
import { Lock, MessageSquare, Plus, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Space } from '#contract/spaces.ts'
import { ExportMenu } from '../../components/export-menu.tsx'
import { Button, ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Badge, Emoji } from '../../components/ui/marks.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'
import { usePages } from './pages-context.ts'
import { whoCan } from './who-can.ts'
import './space.css'

type Props = {
  space: Space
  /** The one primary act of the view. */
  act?: ReactNode
  /** Whether what is shown below is the pages or one of them. */
  isAmongPages?: boolean
}

/** The space's name, who can do what in it, and its parts. */
export function SpaceHead({ space, act, isAmongPages = false }: Props) {
  const { session } = useRouteContext({ from: '/_app' })
  const organization = session.organizations.find(({ id }) => id === space.organization)
  const { text, isNamed } = whoCan(space, organization?.title ?? 'the organization')
  const tabs = [
    { label: 'Pages', to: places.space(space.id), isCurrent: isAmongPages },
    {
      label: 'Changes',
      to: places.changes(space.id),
      count: space.changeRequestsOpen + space.changeRequestsDraft || undefined,
    },
    { label: 'History', to: places.history(space.id) },
    { label: 'Files', to: places.files(space.id) },
    { label: 'Links', to: places.links(space.id) },
    ...(space.permissions.edit ? [{ label: 'Import', to: places.spaceImport(space.id) }] : []),
    { label: 'Access', to: places.spaceAccess(space.id) },
    ...(space.permissions.edit ? [{ label: 'Settings', to: places.spaceSettings(space.id) }] : []),
  ]
  return (
    <div className="page-head">
      <div className="title-row">
        <Emoji of={space.emoji} />
        <h1 className="truncate sp-h1">{space.title || words.untitled}</h1>
        <span className="status wide">
          <Icon of={isNamed ? Lock : Users} size="s" />
          {text}
        </span>
        {space.editMode === 'locked' && <Badge icon={Lock}>Locked</Badge>}
        {act && <div className="actions">{act}</div>}
      </div>
      <Tabs label="Space" tabs={tabs} />
    </div>
  )
}

/** The head above the pages, with the act of making one. */
export function PagesHead() {
  const { content, onSearch } = usePages()
  const { space, mayEdit } = content
  const navigate = useNavigate()
  useActs([
    {
      id: 'space-talk',
      label: 'Comments on this space',
      icon: MessageSquare,
      run: () => void navigate({ to: places.comments(space.id) }),
    },
  ])
  const { pageId } = useParams({ strict: false })
  const page = pageId === undefined ? undefined : content.index.byId.get(pageId)?.page
  return (
    <SpaceHead
      space={space}
      isAmongPages
      act={
        <>
          <ExportMenu space={space} page={page?.type === 'document' ? page : undefined} />
          <Link className={buttonClass('line', undefined, 'wide')} to={places.comments(space.id)}>
            <ButtonFace icon={MessageSquare}>
              Comments {space.comments > 0 && <span className="count">{space.comments}</span>}
            </ButtonFace>
          </Link>
          {mayEdit && (
            <Button look="ink" icon={Plus} onClick={() => onSearch({ new: 'page' })}>
              New page
            </Button>
          )}
        </>
      }
    />
  )
}
