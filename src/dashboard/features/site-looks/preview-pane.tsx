import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import { Button } from '../../components/ui/button.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { ask } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { words } from '../../lib/words.ts'
import type { SitePlace } from './looks-queries.ts'
import type { SiteLooks } from './looks-values.ts'
import { pathBelow } from './preview-path.ts'

type Scheme = 'light' | 'dark'
type Props = { place: SitePlace; title: string; looks: SiteLooks; siteSpaceId: string | undefined }

/** Before the address of a preview stops working. */
const freshFor = 50 * 60_000

/** The site in looks that are not saved. It stays on the page one has gone to, and where one has scrolled. */
export function PreviewPane({ place, title, looks, siteSpaceId }: Props) {
  const [scheme, setScheme] = useState<Scheme | null>(null)
  const [isPhone, setIsPhone] = useState(false)
  const { organizationId, siteId } = place
  const body = { looks, ...(siteSpaceId === undefined ? {} : { siteSpace: siteSpaceId }) }
  const preview = useQuery({
    queryKey: ['site-preview', organizationId, siteId, JSON.stringify(body)],
    queryFn: ({ signal }) =>
      ask(api.siteCustomization.preview, { params: { organizationId, siteId }, body }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: freshFor,
    refetchInterval: freshFor,
    gcTime: 0,
  })
  const { frame, onLoad } = useFrame(preview.data?.url, scheme)
  return (
    <section className="look-preview" aria-label="Preview">
      <div className="toolbar">
        <span className="faint meta grow" role="status">
          {preview.isFetching ? words.loading : 'Preview, not saved'}
        </span>
        <Button
          size="small"
          aria-pressed={scheme === 'light'}
          onClick={() => setScheme(scheme === 'light' ? null : 'light')}
        >
          Light
        </Button>
        <Button
          size="small"
          aria-pressed={scheme === 'dark'}
          onClick={() => setScheme(scheme === 'dark' ? null : 'dark')}
        >
          Dark
        </Button>
        <Button className="wide" size="small" aria-pressed={isPhone} onClick={() => setIsPhone(!isPhone)}>
          Phone
        </Button>
      </div>
      {preview.isError ? (
        <Failed
          title="The preview could not be made"
          reason={reasonOf(preview.error)}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <iframe
          ref={frame}
          className={isPhone ? 'is-phone' : undefined}
          title={`Preview of ${title}`}
          sandbox="allow-scripts allow-same-origin allow-popups"
          onLoad={onLoad}
        />
      )}
    </section>
  )
}

/** Shows an address in a frame without a step in the browser's history, at the page and the line that were shown before. */
function useFrame(url: string | undefined, scheme: Scheme | null) {
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef({ path: '', y: 0 })
  const paint = () => {
    const root = frame.current?.contentDocument?.documentElement
    if (root && scheme) root.dataset.scheme = scheme
  }
  useEffect(() => {
    const shown = frame.current?.contentWindow
    if (!shown || url === undefined) return
    const path = pathBelow(shown.location.pathname)
    scrolled.current = { path, y: shown.scrollY }
    const at = new URL(url).pathname
    shown.location.replace(path === '' ? at : `${at.slice(0, at.indexOf('/sites/'))}/sites/${path}`)
  }, [url])
  useEffect(paint)
  return {
    frame,
    onLoad: () => {
      const shown = frame.current?.contentWindow
      if (shown && pathBelow(shown.location.pathname) === scrolled.current.path)
        shown.scrollTo(0, scrolled.current.y)
      paint()
    },
  }
}
