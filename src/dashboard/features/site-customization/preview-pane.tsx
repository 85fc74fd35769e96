import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { Button } from '../../components/ui/button.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { callApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { useLatest } from '../../hooks/use-debounced.ts'
import { labels } from '../../lib/labels.ts'
import styles from './customization.module.css'
import type { Customization } from './customization-values.ts'

type Scheme = 'light' | 'dark'
type Props = {
  params: SiteParams
  title: string
  customization: Customization
  siteSpaceId: string | undefined
}

/** Refetches the preview before its address expires. */
const REFRESH_AFTER_MS = 50 * 60_000

/** A preview of unsaved customization. It stays on the page and scroll position that the user went to. */
export function PreviewPane({ params, title, customization, siteSpaceId }: Props) {
  const [scheme, setScheme] = useState<Scheme | null>(null)
  const [isPhone, setIsPhone] = useState(false)
  const { organizationId, siteId } = params
  const body = { customization, ...(siteSpaceId === undefined ? {} : { siteSpace: siteSpaceId }) }
  const preview = useQuery({
    queryKey: ['site-preview', organizationId, siteId, JSON.stringify(body)],
    queryFn: ({ signal }) =>
      callApi(api.siteCustomization.preview, { params: { organizationId, siteId }, body }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: REFRESH_AFTER_MS,
    refetchInterval: REFRESH_AFTER_MS,
    gcTime: 0,
  })
  const { frame, onLoad, reload } = usePreviewFrame(preview.data?.url, scheme)
  const toggle = (next: Scheme) => {
    setScheme(scheme === next ? null : next)
    // The page knows its own scheme.
    if (scheme === next) reload()
  }
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className="toolbar">
        <span className="faint meta grow" role="status">
          {preview.isFetching ? labels.loading : 'Preview, not saved'}
        </span>
        <Button size="small" aria-pressed={scheme === 'light'} onClick={() => toggle('light')}>
          Light
        </Button>
        <Button size="small" aria-pressed={scheme === 'dark'} onClick={() => toggle('dark')}>
          Dark
        </Button>
        <Button className="wide" size="small" aria-pressed={isPhone} onClick={() => setIsPhone(!isPhone)}>
          Phone
        </Button>
      </div>
      {preview.isError ? (
        <Failed
          title="Couldn’t create the preview"
          reason={errorMessage(preview.error)}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        // A sandbox would do nothing: the frame has scripts and the dashboard’s origin, so that its scroll position can be
        // kept. The content policy of published pages restricts it.
        <iframe
          ref={frame}
          className={isPhone ? 'is-phone' : undefined}
          title={`Preview of ${title}`}
          onLoad={onLoad}
        />
      )}
    </section>
  )
}

/** Loads a preview into a frame without adding to the browser history, at the previous page and scroll position. */
function usePreviewFrame(url: string | undefined, scheme: Scheme | null) {
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolled = useRef({ path: '', y: 0 })
  const paint = () => {
    const page = frame.current?.contentDocument
    if (page?.documentElement && scheme) page.documentElement.dataset.scheme = scheme
    // The frame has this background while the next page loads.
    const body = page?.readyState === 'complete' && page.querySelector('[data-theme] > body')
    if (frame.current && body) frame.current.style.background = getComputedStyle(body).backgroundColor
  }
  const latestPaint = useLatest(paint)
  const storeScroll = ({ location, scrollY: y }: Window): string => {
    scrolled.current = { path: previewedPath(location.pathname), y }
    return scrolled.current.path
  }
  useEffect(() => {
    const shown = frame.current?.contentWindow
    if (!shown || url === undefined) return undefined
    const path = storeScroll(shown)
    const at = new URL(url).pathname
    shown.location.replace(path === '' ? at : `${at.slice(0, at.indexOf('/sites/'))}/sites/${path}`)
    // Before the new page is shown, so that it doesn’t flash in the other scheme.
    const before = shown.document
    let request = 0
    const paintNext = () => {
      const now = frame.current?.contentDocument
      if (now === before || now?.documentElement === null) request = requestAnimationFrame(paintNext)
      else latestPaint.current()
    }
    paintNext()
    return () => cancelAnimationFrame(request)
  }, [url, latestPaint])
  useEffect(paint)
  return {
    frame,
    reload: () => {
      const shown = frame.current?.contentWindow
      if (!shown) return
      storeScroll(shown)
      shown.location.reload()
    },
    onLoad: () => {
      const shown = frame.current?.contentWindow
      if (shown && previewedPath(shown.location.pathname) === scrolled.current.path)
        shown.scrollTo(0, scrolled.current.y)
      paint()
    },
  }
}

/** The site and page in the address of a preview: `docs/start`; empty if it is not a preview. */
const previewedPath = (pathname: string): string => /\/preview\/[^/]+\/sites\/(.+)$/.exec(pathname)?.[1] ?? ''
