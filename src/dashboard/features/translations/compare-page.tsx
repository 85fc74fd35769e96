import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, Check, Languages, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TranslatedPage } from '#contract/space-translations.ts'
import type { Space } from '#contract/spaces.ts'
import { Button, ButtonContent, buttonClass, IconButton } from '../../components/ui/button.tsx'
import { Status } from '../../components/ui/marks.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { contentQuery } from '../../data/content.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { languageName } from '../../lib/languages.ts'
import { paths } from '../../lib/paths.ts'
import { OriginalPane, TranslationPane } from './compare-panes.tsx'
import { stateLabels } from './labels.ts'
import { useConfirmPage, useTranslatePage } from './mutations.ts'
import { pageStateQuery, pagesInStateQuery, translationQuery } from './queries.ts'
import styles from './translations.module.css'

type Props = { space: Space; pageId: string }

/** The original and the translation of a page side by side; below 900 px one of them at a time. */
export function ComparePage({ space, pageId }: Props) {
  const { data: row } = useSuspenseQuery(pageStateQuery(space.id, pageId))
  const { data: translation } = useSuspenseQuery(translationQuery(space.id))
  const { data: original } = useSuspenseQuery(contentQuery({ spaceId: translation.source.id }))
  const [shown, setShown] = useState<'original' | 'translation'>('original')
  const isNarrow = useIsNarrow()
  return (
    <>
      <CompareBar
        space={space}
        row={row}
        revision={original.id}
        hasMachine={translation.machineTranslation}
        side={
          isNarrow && (
            <fieldset className="btn-group">
              <legend className="sr">Show</legend>
              <button type="button" aria-pressed={shown === 'original'} onClick={() => setShown('original')}>
                Original
              </button>
              <button
                type="button"
                aria-pressed={shown === 'translation'}
                onClick={() => setShown('translation')}
              >
                {languageName(translation.language)}
              </button>
            </fieldset>
          )
        }
      />
      <div className={clsx('split', styles.compare)}>
        {(!isNarrow || shown === 'original') &&
          (row.source ? (
            <OriginalPane
              key={`${row.source.id} ${row.confirmed?.revision}`}
              organizationId={space.organization}
              sourceSpaceId={translation.source.id}
              revision={original.id}
              row={row}
              sourceId={row.source.id}
            />
          ) : (
            <section className="pane" aria-label="Original">
              <Empty title="This page has no original">Select its original in the list of pages.</Empty>
            </section>
          ))}
        {(!isNarrow || shown === 'translation') && <TranslationPane space={space} pageId={pageId} />}
      </div>
    </>
  )
}

type BarProps = {
  space: Space
  row: TranslatedPage
  revision: string
  /** The operator has configured machine translation. */
  hasMachine: boolean
  side: ReactNode
}

/** The state of the page, the way to the next one, and what can be done. */
function CompareBar({ space, row, revision, hasMachine, side }: BarProps) {
  const navigate = useNavigate()
  const { confirmPage, isPending } = useConfirmPage(space.id)
  const neighbors = useOpenPages(space.id, row)
  const { label, icon, tone } = stateLabels[row.state]
  const canEdit = space.permissions.edit
  const canConfirm = canEdit && row.source !== undefined && row.state !== 'up-to-date'
  const open = (id: string | undefined) => {
    if (id !== undefined) void navigate({ to: paths.translatedPage(space.id, id) })
  }
  const confirmShown = () => void confirmPage(row, revision)
  const { translatePage, isPending: isTranslating } = useTranslatePage(space.id)
  const pageId = row.page?.id
  useActions([
    { id: 'next-page', label: 'Next page to update', keys: 'j', run: () => open(neighbors.next) },
    { id: 'previous-page', label: 'Previous page to update', keys: 'k', run: () => open(neighbors.previous) },
    ...(canConfirm
      ? [{ id: 'confirm', label: 'Mark as up to date', icon: Check, keys: 'm', run: confirmShown }]
      : []),
  ])
  return (
    <div className={clsx('toolbar', styles.bar)}>
      <Link className="link wide" to={paths.translations(space.id)}>
        All pages
      </Link>
      {side}
      <Status icon={icon} {...(tone ? { tone } : {})}>
        {label}
      </Status>
      <span className="grow" />
      <IconButton
        small
        className="btn-plain"
        icon={ArrowLeft}
        label="Previous page to update"
        keys="k"
        aria-disabled={neighbors.previous === undefined || undefined}
        onClick={() => open(neighbors.previous)}
      />
      <IconButton
        small
        className="btn-plain"
        icon={ArrowRight}
        label="Next page to update"
        keys="j"
        aria-disabled={neighbors.next === undefined || undefined}
        onClick={() => open(neighbors.next)}
      />
      {canEdit && space.editMode !== 'locked' && row.page && (
        <Link className={buttonClass('outline')} to={paths.editPage(space.id, row.page.id)}>
          <ButtonContent icon={Pencil}>Edit</ButtonContent>
        </Link>
      )}
      {canConfirm && hasMachine && pageId !== undefined && (
        <Button
          icon={Languages}
          aria-busy={isTranslating}
          onClick={() => !isTranslating && translatePage(pageId)}
        >
          Machine-translate
        </Button>
      )}
      {canConfirm && (
        <Button variant="primary" icon={Check} keys="m" aria-busy={isPending} onClick={confirmShown}>
          Mark as up to date
        </Button>
      )}
    </div>
  )
}

/** The pages before and after this one that are not up to date, in the order of the list. */
function useOpenPages(spaceId: string, row: TranslatedPage) {
  const outdated = useQuery(pagesInStateQuery(spaceId, 'outdated')).data?.items ?? []
  const unconfirmed = useQuery(pagesInStateQuery(spaceId, 'unconfirmed')).data?.items ?? []
  const keyOf = ({ source, page }: TranslatedPage) =>
    (source?.path ?? page?.path ?? '').replaceAll('/', '\u0001')
  const open = [...outdated, ...unconfirmed].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const others = open.filter(({ page }) => page?.id !== row.page?.id)
  return {
    previous: others.findLast((one) => keyOf(one) < keyOf(row))?.page?.id,
    next: others.find((one) => keyOf(one) > keyOf(row))?.page?.id,
  }
}
