import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { q } from '../../data/api.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import { statusLabels, statusMarks, subjectLabel } from '../../lib/change-request-labels.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './space.module.css'

type Props = { spaceId: string; pageId: string }

/** Next to a page: the change requests that change it, the pages that link to it, and the space that it was in. */
export const PageNotes = (props: Props) => (
  <>
    <OpenChanges {...props} />
    <Backlinks {...props} />
    <FormerSpace {...props} />
  </>
)

/** Who last edited a page, and which change requests change it; undefined while loading. */
export function usePageActivity({ spaceId, pageId }: Props) {
  const isPainted = useIsPainted()
  return useQuery({ ...q(api.pageActivity.get, { params: { spaceId, pageId } }), enabled: isPainted }).data
}

/** The unfinished change requests that change the page; renders nothing if there are none. */
function OpenChanges({ spaceId, pageId }: Props) {
  const requests = usePageActivity({ spaceId, pageId })?.changeRequests ?? []
  if (requests.length === 0) return null
  return (
    <nav className={styles.backlinks} aria-labelledby="open-changes">
      <h2 id="open-changes">Open changes</h2>
      <ul>
        {requests.map((request) => {
          const { icon, tone } = statusMarks[request.status]
          return (
            <li key={request.id}>
              <Link
                className={styles.openChange}
                to={paths.change(spaceId, request.number)}
                search={{ page: pageId }}
                title={`#${request.number}, ${statusLabels[request.status].toLowerCase()}`}
              >
                <span className={tone ? `status status-${tone}` : 'status'}>
                  <Icon of={icon} />
                </span>
                <span className="truncate">{subjectLabel(request)}</span>
                <span className="sr">, {statusLabels[request.status].toLowerCase()}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The space that the page was in before, whose history has its earlier versions. */
function FormerSpace(props: Props) {
  const { movedFrom } = usePageActivity(props) ?? {}
  if (!movedFrom) return null
  const { space } = movedFrom
  return (
    <nav className={styles.backlinks} aria-labelledby="moved-from">
      <h2 id="moved-from">Moved from</h2>
      <ul>
        <li>
          <Link className="truncate" to={paths.space(space.id)}>
            {space.title || labels.untitled}
          </Link>
        </li>
        <li>
          <Link to={paths.history(space.id)}>Earlier history</Link>
        </li>
      </ul>
    </nav>
  )
}

const MAX_BACKLINKS = 20

/** The pages that link to this one, also from other spaces; renders nothing if there are none. */
function Backlinks({ spaceId, pageId }: { spaceId: string; pageId: string }) {
  const { data } = useQuery({
    ...q(api.spaceContent.pageBacklinks, { params: { spaceId, pageId }, query: { limit: MAX_BACKLINKS } }),
    enabled: useIsPainted(),
  })
  const pages = data?.items.flatMap((one) => (one.kind === 'page' ? [one] : [])) ?? []
  if (!data || pages.length === 0) return null
  return (
    <nav className={styles.backlinks} aria-labelledby="backlinks">
      <h2 id="backlinks">
        Linked from <span className="count">{data.count}</span>
      </h2>
      <ul>
        {pages.map(({ page, space }) => (
          <li key={`${space.id} ${page.id}`}>
            <Link className="truncate" to={paths.page(space.id, page.id)}>
              {page.title || labels.untitled}
              {space.id !== spaceId && <span className="faint"> in {space.title || labels.untitled}</span>}
            </Link>
          </li>
        ))}
        {data.count > pages.length && <li className="faint">and {data.count - pages.length} more</li>}
      </ul>
    </nav>
  )
}
