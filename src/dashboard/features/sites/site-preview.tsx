import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { ask } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import type { SitePlace } from './site-queries.ts'

/** Width of the window that the site is shown in, before it is made small. */
const shownWidth = 1280

/** Before the address of a preview stops working. */
const freshFor = 50 * 60_000

/** The beginning of a site as its readers see it, small. Nothing in it can be pressed. */
export function SitePreview({ place, site }: { place: SitePlace; site: Site }) {
  const { organizationId, siteId } = place
  const preview = useQuery({
    queryKey: ['site-shot', organizationId, siteId],
    queryFn: ({ signal }) =>
      ask(api.sitePublishing.preview, { params: { organizationId, siteId }, query: {} }, { signal }),
    staleTime: freshFor,
    refetchInterval: freshFor,
    retry: false,
  })
  const box = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const watch = new ResizeObserver(([entry]) => setScale((entry?.contentRect.width ?? 0) / shownWidth))
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  if (preview.isError) return null
  return (
    <section className="site-shot" aria-label={`How ${words.quoted(site.title)} looks`}>
      <div ref={box}>
        {preview.data && scale > 0 && (
          <iframe
            key={site.version}
            title={`Preview of ${site.title}`}
            src={new URL(preview.data.url).pathname}
            sandbox="allow-scripts allow-same-origin"
            inert
            tabIndex={-1}
            style={{ transform: `scale(${scale})` }}
          />
        )}
      </div>
    </section>
  )
}
