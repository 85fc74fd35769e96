import { ratingIn } from '#markup/visual/value-cells.ts'
import styles from './grid.module.css'
import { element } from './node-fields.ts'
import { nameOfControl, type ValueControl, type ValueOptions } from './value-controls.ts'

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }

/** Stars: a click, arrow keys or a digit set the rating; a click on the only star left, or 0, removes it. */
export function ratingControl(options: ValueOptions): ValueControl {
  const { max } = options.column
  let value = 0
  const dom = element('span', styles.rating ?? '')
  dom.role = 'slider'
  dom.tabIndex = 0
  dom.ariaLabel = nameOfControl(options, 'Rating')
  dom.ariaValueMin = '0'
  dom.ariaValueMax = String(max)
  const stars = Array.from({ length: max }, (_, index) => {
    const star = element('span', '')
    star.addEventListener('click', () => set(index === 0 && value === 1 ? 0 : index + 1))
    return star
  })
  dom.append(...stars)
  const set = (next: number) => {
    const rating = Math.min(max, Math.max(0, next))
    if (rating !== value) options.onChange(rating === 0 ? '' : String(rating))
  }
  dom.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    const digit = /^\d$/.test(event.key) ? Number(event.key) : undefined
    const target =
      { Home: 0, End: max }[event.key] ?? digit ?? (step === undefined ? undefined : value + step)
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    set(target)
  })
  return {
    dom,
    show: (html) => {
      value = ratingIn(html, max)
      dom.ariaValueNow = String(value)
      dom.ariaValueText = value === 0 ? 'No rating' : `${value} of ${max}`
      for (const [index, star] of stars.entries()) star.textContent = index < value ? '★' : '☆'
    },
  }
}
