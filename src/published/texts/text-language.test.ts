import { expect, test } from 'vitest'
import { rightToLeftLanguage } from './text-language.ts'

test.each([
  [
    'Arabic with names of code',
    'يأتي قسم المخزن المؤقت داخل القسم <match>، وهو متاح لإضافات Fluentd output',
    'ar',
  ],
  ['Persian', 'این بخش چگونگی نصب و پیکربندی برنامه را گام به گام شرح می‌دهد', 'fa'],
  ['Urdu', 'یہ صفحہ بتاتا ہے کہ پروگرام کیسے نصب کیا جائے اور ترتیب کیسے دی جائے', 'ur'],
  ['Hebrew', 'הדף הזה מסביר איך להתקין את התוכנה ואיך להגדיר אותה בפעם הראשונה', 'he'],
  ['English with a word of Hebrew', 'The word שלום greets whoever comes in, at any hour of the day', null],
  [
    'Japanese',
    'このページでは、ソフトウェアのインストール方法と最初の設定について順を追って詳しく説明します。',
    null,
  ],
  ['a few words', 'نظرة عامة', undefined],
  ['no words', '12 + 30 = 42', undefined],
])('the language of %s is detected', (_, text, language) => {
  expect(rightToLeftLanguage(text)).toBe(language)
})

test('short titles can be detected with a lower limit', () => {
  expect(rightToLeftLanguage('مقدمة', 1)).toBe('ar')
})
