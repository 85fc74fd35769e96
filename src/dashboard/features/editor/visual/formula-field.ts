import { toHtml } from '#markup/to-html.ts'
import { element } from './node-fields.ts'

type Formulas = typeof import('#markup/formulas.ts')
let formulas: Formulas | undefined

/** A formula as readers see it; its TeX where it is invalid, and until the code that draws it is loaded. */
export function createFormula(isBlock: boolean, onProblem: (problem: string) => void) {
  const dom = element(isBlock ? 'div' : 'span', 'math')
  let shown: string | undefined
  const draw = () => {
    const tex = shown ?? ''
    const result = formulas?.formulaResult(tex, isBlock)
    if (result !== undefined && 'math' in result)
      dom.innerHTML = toHtml({ type: 'root', children: [result.math] })
    else
      dom.replaceChildren(
        element('code', result === undefined ? '' : 'formula-error', [document.createTextNode(tex)]),
      )
    dom.title = result !== undefined && 'problem' in result ? result.problem : ''
    onProblem(dom.title)
  }
  return {
    dom,
    show: (tex: string) => {
      if (tex === shown) return
      shown = tex
      draw()
      if (formulas === undefined) void loadFormulas().then(draw, () => undefined)
    },
  }
}

async function loadFormulas(): Promise<void> {
  formulas = await import('#markup/formulas.ts')
}

type FieldOptions = {
  /** A formula within text has one line. */
  readonly isBlock: boolean
  readonly onChange: (tex: string) => void
  readonly onDone: () => void
}

let fieldCount = 0

/** A field for the TeX of a formula, and what is wrong with it. */
export function createFormulaField({ isBlock, onChange, onDone }: FieldOptions) {
  const problem = element('output', 'visual-problem')
  problem.id = `formula-problem-${++fieldCount}`
  const field = element('textarea', 'visual-tex')
  field.ariaLabel = 'Formula in TeX'
  field.setAttribute('aria-describedby', problem.id)
  field.rows = 1
  field.dir = 'ltr'
  field.spellcheck = false
  field.autocapitalize = 'off'
  field.addEventListener('input', () => onChange(field.value))
  field.addEventListener('keydown', (event) => {
    const isEnter = event.key === 'Enter' && (!isBlock || event.metaKey || event.ctrlKey)
    if (event.isComposing || (event.key !== 'Escape' && !isEnter)) return
    event.preventDefault()
    event.stopPropagation()
    onDone()
  })
  return {
    field,
    problem,
    show: (tex: string) => {
      if (field.value !== tex) field.value = tex
    },
    showProblem: (text: string) => {
      problem.textContent = text
      problem.hidden = text === ''
      field.setAttribute('aria-invalid', String(text !== ''))
    },
  }
}
