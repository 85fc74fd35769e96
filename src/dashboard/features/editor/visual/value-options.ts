import { cellWithOptions, optionsIn } from '#markup/visual/value-cells.ts'
import styles from './grid.module.css'
import { element, setValue } from './node-fields.ts'
import { nameOfControl, type ValueControl, type ValueOptions } from './value-controls.ts'

/** The options of a column: a list to choose one from, or buttons where a cell can have several. */
export function optionsControl(options: ValueOptions): ValueControl {
  const { column, onChange } = options
  const list = element('select', `pill ${styles.select}`)
  const buttons = element('span', styles.options ?? '')
  buttons.role = 'group'
  for (const dom of [list, buttons]) dom.ariaLabel = nameOfControl(options, 'Option')
  list.append(new Option('–', ''), ...column.options.map(({ value, label }) => new Option(label, value)))
  list.addEventListener('change', () => onChange(cellWithOptions(column, [list.value])))
  let chosen: readonly string[] = []
  const toggles = column.options.map(({ value, label, color }) => {
    const toggle = element('button', `pill ${styles.option}`, [document.createTextNode(label)])
    toggle.type = 'button'
    toggle.addEventListener('click', () => {
      const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
      onChange(cellWithOptions(column, next))
    })
    return { toggle, value, color }
  })
  buttons.append(...toggles.map(({ toggle }) => toggle))
  const dom = element('span', '', [list, buttons])
  return {
    dom,
    show: (html) => {
      chosen = optionsIn(html)
      const isMultiple = column.isMultiple || chosen.length > 1
      list.hidden = isMultiple
      buttons.hidden = !isMultiple
      setValue(list, chosen[0] ?? '')
      list.className = `pill ${styles.select} ${groundOf(options, chosen[0])}`
      for (const { toggle, value, color } of toggles) {
        const isChosen = chosen.includes(value)
        toggle.ariaPressed = String(isChosen)
        toggle.className = `pill ${styles.option} ${isChosen ? ground(color) : ''}`
      }
    },
  }
}

const groundOf = ({ column }: ValueOptions, value: string | undefined): string =>
  ground(column.options.find((option) => option.value === value)?.color ?? '')

const ground = (color: string): string =>
  /^\$?[a-z]{1,20}$/i.test(color) ? `ground-${color.replace('$', '').toLowerCase()}` : ''
