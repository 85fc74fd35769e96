import type { HastOptions } from '#markup/to-hast.ts'

/** The words that blocks of the text bring along, for `labels` of `toHast`. English ones stand there already. */
export function blockLabelsOf(locale: string): NonNullable<HastOptions['labels']> {
  return locale.toLowerCase().split('-')[0] === 'ar' ? arabic : {}
}

const arabic = {
  codeExample: 'مثال {number}',
  copyCode: 'انسخ الشيفرة',
  copied: 'نُسخ',
  linkToHeading: 'رابط إلى «{title}»',
  info: 'ملاحظة: ',
  success: 'نجاح: ',
  warning: 'تنبيه: ',
  danger: 'تحذير: ',
  done: 'تم: ',
  toDo: 'للإنجاز: ',
  table: 'جدول {number}',
  chooseVariant: 'اختر بديلاً',
  download: 'نزّل',
  embedNotice: 'يحمّل محتوى من {host}، وقد يحفظ ملفات تعريف الارتباط',
  imageMissing: 'هذه الصورة مفقودة',
  linkBroken: 'هذا الرابط لا يؤدي إلى شيء',
  footnote: 'حاشية {number}',
  footnotes: 'الحواشي',
  backToText: 'عودة إلى النص',
  required: 'مطلوب',
}
