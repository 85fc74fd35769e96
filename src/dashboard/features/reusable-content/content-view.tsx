import { useSuspenseQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { LinkContext } from '../../components/page-text/page-links.ts'
import { PageText } from '../../components/page-text/page-text.tsx'
import { useRenderedPage } from '../../components/page-text/render-page.ts'
import type { ContentRef } from '../../data/content.ts'
import { reusableContentQuery } from '../../data/reusable-content.ts'
import { labels } from '../../lib/labels.ts'
import styles from './reusable-content.module.css'
import { UsesButton } from './uses.tsx'

type Props = { at: ContentRef; id: string; place: LinkContext }

/** Reusable content for people who can’t edit it. */
export function ReusableContentView({ at, id, place }: Props) {
  const { data: content } = useSuspenseQuery(reusableContentQuery(at, id))
  const { html } = useRenderedPage({ markdown: content.markdown ?? '', title: '', place })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className="scroll" tabIndex={0} aria-label="Reusable content">
      <div className={clsx('pane-head', styles.viewHead)}>
        <h2 className="truncate">{content.title || labels.untitled}</h2>
        <span className="grow" />
        <UsesButton at={at} id={id} title={content.title} />
      </div>
      <div className={styles.view}>
        {html.trim() === '' ? (
          <p className="faint">No one has written anything yet.</p>
        ) : (
          <PageText html={html} />
        )}
      </div>
    </section>
  )
}
