import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import '../../../components/page-text/page-text.css'
import '../../../components/page-text/page-code.css'
import '../../../components/page-text/page-blocks.css'
import '../../../components/page-text/page-operation.css'
import '../../../components/page-text/page-colors.css'
import type { PasteEvents } from '../paste.ts'
import type { PickerEvents, SelectedBlocks } from '../use-pickers.tsx'
import { BlockHandle } from './block-handle.tsx'
import { CardBars } from './card-bar.tsx'
import { ChangesBar } from './changes-bar.tsx'
import { operationFinder } from './find-operation.ts'
import { FormatBar, type FormatField } from './format-bar.tsx'
import { iconShapes } from './icon-shapes.ts'
import { notifyIncludedViews } from './included-view.ts'
import cursorStyles from './other-cursors.module.css'
import type { OtherCursor } from './other-cursors.ts'
import changeStyles from './page-changes.module.css'
import { RowMenu } from './row-menu.tsx'
import { SuggestionMenu, type SuggestionMenuHandle } from './suggestion-menu.tsx'
import { isSameSuggestion, type Suggestion } from './suggestions.ts'
import { TableMenu } from './table-menu.tsx'
import { type PageRef, ThreadMarks } from './thread-marks.tsx'
import { useVisualView, type VisualHandle } from './use-visual-view.ts'
import styles from './visual.module.css'
import blockStyles from './visual-blocks.module.css'
import drawnStyles from './visual-drawn.module.css'
import type { VisualEvents } from './visual-view.ts'

type Props = PasteEvents &
  PickerEvents & {
    markdown: string
    /** Undefined where readers don’t see it. */
    title: string | undefined
    description: string | undefined
    pageContext: LinkContext
    /** Where the page is; undefined for other content, which has no comments. */
    page: PageRef | undefined
    isWide: boolean
    isHidden: boolean
    handle: RefObject<VisualHandle | null>
    /** The offset in the text where the cursor starts. */
    start: () => number
    onText: (markdown: string) => void
    /** The cursors of others, with offsets in the text. */
    cursors?: readonly OtherCursor[] | undefined
    /** Reports the selection as offsets in the text that was reported last. */
    onSelection?: ((anchor: number, head: number) => void) | undefined
    onPickFiles: () => void
    onFileInText: VisualEvents['onFileInText']
    onOpenReusableContent: (id: string) => void
    onTurnIntoReusable: (selected: SelectedBlocks | null) => void
  }

/** The page as readers see it, edited in place. */
export function VisualPane(props: Props) {
  const { markdown, title, description, pageContext, page, isWide, isHidden, handle } = props
  const client = useQueryClient()
  const [, update] = useReducer((count: number) => count + 1, 0)
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null)
  const [field, setField] = useState<FormatField | null>(null)
  const [icons] = useState(() => iconShapes(client))
  const menu = useRef<SuggestionMenuHandle>(null)
  const pane = useRef<HTMLElement>(null)
  const { host, view, document } = useVisualView({
    markdown,
    onText: props.onText,
    cursors: props.cursors,
    onSelection: props.onSelection,
    handle,
    start: props.start,
    events: {
      onFiles: props.onFiles,
      onFileInText: props.onFileInText,
      onLostImages: props.onLostImages,
      onUpdate: update,
      onSuggestion: (next) => setSuggestion((before) => (isSameSuggestion(before, next) ? before : next)),
      onSuggestionKey: (...pressed) => menu.current?.onKey(...pressed) ?? 'behind',
      onLink: () => setField('link'),
      onColor: () => setField('color'),
      onEditInline: () => setField('inline'),
      icons,
      place: () => pageContext,
      onOpenReusableContent: props.onOpenReusableContent,
      onPickOperation: props.onPickOperation,
      findOperation: operationFinder(client, pageContext.organizationId),
    },
  })
  const { included } = pageContext
  useEffect(() => {
    if (view.current) notifyIncludedViews(view.current)
  }, [included, view])
  const current = view.current
  return (
    <div className={styles.root} hidden={isHidden}>
      <section
        className={clsx(
          styles.pane,
          blockStyles.root,
          drawnStyles.root,
          cursorStyles.root,
          changeStyles.root,
        )}
        data-wide={isWide || undefined}
        aria-label="Page editor"
        ref={pane}
      >
        {current && page?.change !== undefined && (
          <ChangesBar
            spaceId={page.spaceId}
            change={page.change}
            pageId={page.pageId}
            title={title ?? ''}
            view={current}
            pane={pane}
          />
        )}
        {/* As readers see it: from right to left if it begins so. */}
        <article className="prose page-text" dir="auto">
          {title !== undefined && <h1>{title}</h1>}
          {description && <p className="lede">{description}</p>}
          <div ref={host} />
          {current && page && <ThreadMarks at={page} view={current} document={document} />}
        </article>
        {current && (
          <>
            <BlockHandle
              view={current}
              pane={pane}
              document={document}
              pageContext={pageContext}
              onTurnIntoReusable={props.onTurnIntoReusable}
            />
            <TableMenu view={current} />
            <RowMenu view={current} />
            <CardBars view={current} pageContext={pageContext} />
            {suggestion && (
              <SuggestionMenu
                key={suggestion.kind}
                ref={menu}
                view={current}
                suggestion={suggestion}
                pageContext={pageContext}
                page={() => document()?.page}
                onPickFiles={props.onPickFiles}
                onPickOperation={props.onPickOperation}
                onPickReusableContent={props.onPickReusableContent}
              />
            )}
          </>
        )}
      </section>
      {current && (
        <FormatBar
          view={current}
          selection={current.state.selection}
          field={field}
          onField={setField}
          pageContext={pageContext}
        />
      )}
    </div>
  )
}
