import { toast } from '../../../lib/toast.ts'
import type { FileInText } from '../uploads.tsx'
import styles from './grid.module.css'
import { button, element } from './node-fields.ts'
import type { ValueOptions } from './value-controls.ts'

/** Uploads files into a cell, with a button beside its field, or by dropping them on the cell. */
export function addUpload(cell: HTMLElement, field: HTMLElement, options: ValueOptions): void {
  const { column, uploadFile, addLink } = options
  const isImage = column.type === 'image'
  const pending = element('span', styles.links ?? '')
  const picker = element('input', '')
  picker.type = 'file'
  picker.multiple = true
  picker.hidden = true
  if (isImage) picker.accept = 'image/*'
  const upload = button('Upload', `btn btn-s ${styles.upload}`, () => picker.click())
  const into = column.title === '' ? '' : ` to ${column.title}`
  upload.ariaLabel = `Upload ${isImage ? 'an image' : 'a file'}${into}`
  picker.ariaLabel = upload.ariaLabel
  const add = (files: readonly File[]) => {
    const fitting = files.filter(({ type }) => !isImage || type.startsWith('image/'))
    if (fitting.length < files.length)
      toast.refused('Only images can be added here', {
        reason: 'Other files belong into a column of files.',
      })
    for (const file of fitting) uploadFile(file, () => begin(file.name, pending, addLink))
  }
  picker.addEventListener('change', () => {
    add([...(picker.files ?? [])])
    picker.value = ''
  })
  cell.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    event.stopPropagation()
    cell.classList.add('is-drop')
  })
  cell.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && cell.contains(relatedTarget))) cell.classList.remove('is-drop')
  })
  cell.addEventListener('drop', (event) => {
    cell.classList.remove('is-drop')
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    add(files)
  })
  field.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || event.clipboardData?.getData('text/plain') !== '') return
    event.preventDefault()
    add(files)
  })
  field.before(pending)
  const row = element('span', styles.addRow ?? '')
  field.before(row)
  row.append(field, upload, picker)
}

/** A line in the cell with the progress of a file, which becomes a link. */
function begin(name: string, pending: HTMLElement, addLink: ValueOptions['addLink']): FileInText {
  const progress = element('progress', styles.progress ?? '')
  progress.max = 1
  progress.value = 0
  progress.ariaLabel = `Adding ${name}`
  const line = element('span', styles.linkItem ?? '', [
    element('span', 'truncate', [document.createTextNode(name)]),
    progress,
  ])
  pending.append(line)
  return {
    onProgress: (fraction) => {
      progress.value = fraction
    },
    onDone: (uploaded) => {
      line.remove()
      if (uploaded !== null) addLink({ address: `/files/${uploaded.id}`, label: uploaded.name })
    },
  }
}
