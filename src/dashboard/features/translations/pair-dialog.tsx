import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TranslatedPage } from '#contract/space-translations.ts'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogFoot } from '../../components/ui/dialog.tsx'
import { labels } from '../../lib/labels.ts'
import { usePairPage } from './mutations.ts'
import { pagesInStateQuery } from './queries.ts'

type Props = { spaceId: string; row: TranslatedPage; onClose: () => void }

/** Selects which page of the original a page translates, among those without a translation. */
export function PairDialog({ spaceId, row, onClose }: Props) {
  const { data, isPending } = useQuery(pagesInStateQuery(spaceId, 'missing'))
  const pair = usePairPage(spaceId)
  const [selected, setSelected] = useState<string>()
  const sources = (data?.items ?? []).flatMap(({ source }) => source ?? [])
  const source = sources.find(({ id }) => id === selected)
  const save = async () => {
    if (source === undefined) return
    onClose()
    await pair(row, source)
  }
  return (
    <Dialog
      title={`Original of ${labels.quoted(row.page?.title || labels.untitled)}`}
      description="Pages of the original that have no translation yet."
      onClose={onClose}
    >
      <SpacePicker
        label="Pages"
        noun="page"
        isLoading={isPending}
        spaces={sources.map(({ id, title, path }) => ({
          space: { id, title, emoji: '' },
          where: `/${path}`,
        }))}
        selected={selected === undefined ? [] : [selected]}
        onChange={([id]) => setSelected(id)}
      />
      <DialogFoot>
        <Button size="form" onClick={onClose}>
          {labels.cancel}
        </Button>
        <Button
          size="form"
          variant="primary"
          disabledReason={source === undefined ? 'Select a page' : undefined}
          onClick={() => void save()}
        >
          Select original
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
