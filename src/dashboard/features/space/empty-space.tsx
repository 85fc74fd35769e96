import { Link } from '@tanstack/react-router'
import { FileText, List, Plus, Upload } from 'lucide-react'
import { Button, ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { placesAt } from '../../lib/content-at.ts'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'
import { usePages } from './pages-context.ts'

/** A space without pages: the two ways to fill it. */
export function EmptySpace() {
  const { content, onSearch } = usePages()
  const { space, at, mayEdit } = content
  const title = space.title || words.untitled
  return (
    <div className="pane sp-page">
      <Empty
        title={`${words.quoted(title)} has no pages yet`}
        acts={
          mayEdit && (
            <>
              <Button look="line" icon={Plus} keys="c" onClick={() => onSearch({ new: 'page' })}>
                Write the first page
              </Button>
              {at.change === undefined && (
                <Link className={buttonClass('plain')} to={places.spaceImport(space.id)}>
                  <ButtonFace icon={Upload}>Import pages</ButtonFace>
                </Link>
              )}
            </>
          )
        }
      >
        {mayEdit
          ? at.change === undefined
            ? 'Write the first one, or bring pages in from a folder, an archive or a website.'
            : 'What you write here comes into the space when the change request is merged.'
          : whyNot(space.editMode === 'locked' && space.permissions.edit)}
      </Empty>
    </div>
  )
}

const whyNot = (isLocked: boolean) =>
  isLocked ? 'It is locked, so nothing can be written here now.' : 'Its writers have not begun.'

/** A page that is not in the tree, or not any more. */
export function PageNotFound() {
  const { content, openSheet } = usePages()
  return (
    <div className="pane sp-page">
      <div className="sp-bar narrow">
        <Button icon={List} onClick={openSheet}>
          Pages
        </Button>
      </div>
      <Empty
        title={
          <>
            <span className="i-faint line">
              <Icon of={FileText} />
            </span>
            There is no such page here
          </>
        }
        acts={
          <Link className={buttonClass('line')} to={placesAt(content.at).root}>
            <ButtonFace>Go to the first page</ButtonFace>
          </Link>
        }
      >
        It was moved to another space or deleted.
      </Empty>
    </div>
  )
}
