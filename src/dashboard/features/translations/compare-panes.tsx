import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '#contract/pages.ts'
import type { TranslatedPage } from '#contract/space-translations.ts'
import type { Space } from '#contract/spaces.ts'
import { PageDiff } from '../../components/diff/page-diff.tsx'
import { pageIndexOf } from '../../components/page-text/page-index.ts'
import { filesById, type LinkContext } from '../../components/page-text/page-links.ts'
import { PageText } from '../../components/page-text/page-text.tsx'
import { useRenderedPage } from '../../components/page-text/render-page.ts'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { contentPaths, contentQuery, pageQuery } from '../../data/content.ts'
import { errorMessage } from '../../data/query-client.ts'
import { labels } from '../../lib/labels.ts'
import styles from './translations.module.css'

type OriginalProps = {
  organizationId: string
  sourceSpaceId: string
  /** The revision of the source space that is shown, and confirmed by “Mark as up to date”. */
  revision: string
  row: TranslatedPage
  sourceId: string
}

/** The original page: what changed since the translation was confirmed, or the whole page. */
export function OriginalPane({ organizationId, sourceSpaceId, revision, row, sourceId }: OriginalProps) {
  const place = usePlace(organizationId, sourceSpaceId, revision)
  const now = useQuery(pageQuery({ spaceId: sourceSpaceId, revision }, sourceId))
  const confirmed = row.confirmed?.revision
  const before = useQuery({
    ...pageQuery({ spaceId: sourceSpaceId, revision: confirmed ?? revision }, sourceId),
    enabled: confirmed !== undefined && row.state === 'outdated',
    retry: false,
  })
  const [isWhole, setIsWhole] = useState(false)
  const canCompare = row.state === 'outdated' && before.data !== undefined
  return (
    <section className="pane" aria-label="Original">
      <div className="pane-head">
        <h2>Original</h2>
        {row.confirmed && (
          <span className="meta faint truncate wide">
            confirmed <Time at={row.confirmed.at} ago />
          </span>
        )}
        <span className="grow" />
        {canCompare && (
          <fieldset className="btn-group">
            <legend className="sr">View</legend>
            <button type="button" aria-pressed={!isWhole} onClick={() => setIsWhole(false)}>
              Changes
            </button>
            <button type="button" aria-pressed={isWhole} onClick={() => setIsWhole(true)}>
              Page
            </button>
          </fieldset>
        )}
      </div>
      {now.error && <Failed title="Couldn’t load the original" reason={errorMessage(now.error)} />}
      {!now.error && !now.data && <ListSkeleton />}
      {now.data && canCompare && !isWhole && (
        <SourceChanges before={before.data} after={now.data} place={place} />
      )}
      {now.data && !(canCompare && !isWhole) && <RenderedPage page={now.data} place={place} />}
    </section>
  )
}

/** The translation as its readers see it. */
export function TranslationPane({ space, pageId }: { space: Space; pageId: string }) {
  const place = usePlace(space.organization, space.id)
  const { data, error } = useQuery(pageQuery({ spaceId: space.id }, pageId))
  return (
    <section className="pane" aria-label="Translation">
      <div className="pane-head">
        <h2>Translation</h2>
      </div>
      {error && <Failed title="Couldn’t load the translation" reason={errorMessage(error)} />}
      {!error && !data && <ListSkeleton />}
      {data && <RenderedPage page={data} place={place} lang={space.language} />}
    </section>
  )
}

type Place = Omit<LinkContext, 'path'>

/** Where links of a space's pages lead. */
function usePlace(organizationId: string, spaceId: string, revision?: string): Place {
  const { data } = useSuspenseQuery(contentQuery({ spaceId }))
  return {
    organizationId,
    spaceId,
    at: { spaceId, revision },
    index: pageIndexOf(data.pages),
    files: filesById(data.files),
    pageTo: contentPaths({ spaceId }).page,
  }
}

const titleOf = ({ title }: Page): string => title || labels.untitled
const textOf = (page: Page): string => (page.type === 'document' ? (page.markdown ?? '') : '')
const descriptionOf = (page: Page): string => (page.type === 'document' ? (page.description ?? '') : '')
const pathOf = (page: Page): string => ('path' in page ? page.path : '')

type RenderedProps = { page: Page; place: Place; lang?: string | undefined }

function RenderedPage({ page, place, lang }: RenderedProps) {
  const { html } = useRenderedPage({
    markdown: textOf(page),
    title: page.title,
    place: { ...place, path: pathOf(page) },
  })
  return (
    <div className={styles.text} lang={lang} dir="auto">
      <PageText html={html}>
        <h1>{titleOf(page)}</h1>
        {descriptionOf(page) && <p className="lede">{descriptionOf(page)}</p>}
      </PageText>
    </div>
  )
}

type ChangesProps = { before: Page; after: Page; place: Place }

/** What changed in the original since the translation was confirmed. */
function SourceChanges({ before, after, place }: ChangesProps) {
  const side = (page: Page) => ({
    title: page.title,
    markdown: textOf(page),
    place: { ...place, path: pathOf(page) },
  })
  const fields = [
    { name: 'Title', was: titleOf(before), is: titleOf(after) },
    { name: 'Description', was: descriptionOf(before), is: descriptionOf(after) },
  ].filter(({ was, is }) => was !== is)
  return (
    <div className={styles.text}>
      <h3 className="comparison-title">{titleOf(after)}</h3>
      {fields.length > 0 && (
        <dl className="comparison-facts">
          {fields.map(({ name, was, is }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {was && <del>{was}</del>} {is && <ins>{is}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <PageDiff before={side(before)} after={side(after)} isSides={false} />
    </div>
  )
}
