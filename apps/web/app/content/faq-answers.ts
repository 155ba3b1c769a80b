// Questions and answers of the FAQ, by category.

export type Question = { question: string; answer: string }
export type FaqCategory = { title: string; questions: readonly Question[] }

export const faqCategories: readonly FaqCategory[] = [
  {
    title: 'Using the platform',
    questions: [
      {
        question: 'How do I make a video from a template?',
        answer:
          'Choose a template, press Add Photo or Video, add your own photos and text, and export. The preview updates as you type, so you know what you get before you pay.',
      },
      {
        question: 'Where do I find what I downloaded before?',
        answer:
          'Past downloads are under My Downloads in your account. Everything you paid for can be downloaded again without paying again.',
      },
      {
        question: 'Can I change a video after I paid for it?',
        answer:
          'Yes. Open the template again: your project is as you left it. Change it as often as you like and export again; it costs nothing.',
      },
      {
        question: 'Does it work on a phone?',
        answer:
          'Yes, all of it. Photos straight from the camera are rotated automatically, and videos are converted as they upload.',
      },
    ],
  },
  {
    title: 'File Formats & Quality',
    questions: [
      {
        question: 'In which format and quality is my video exported?',
        answer:
          'Videos are exported as MP4, mostly in Full HD, 1920x1080. Portrait and square templates are exported in the same quality at their own aspect ratio.',
      },
      {
        question: 'Will there be 4K?',
        answer: '4K is planned for premium members later.',
      },
      {
        question: 'Which photos and videos can I use?',
        answer:
          'JPEG, PNG, WebP, HEIC and AVIF photos up to 100 MB, and the usual videos of phones and cameras up to 500 MB. The editor warns you when a photo is too small to look sharp.',
      },
    ],
  },
  {
    title: 'Technical Support',
    questions: [
      {
        question: 'My video failed. What now?',
        answer:
          'A failed video costs nothing and your template stays yours. Press Try Again under Generated Videos in your profile. If it fails twice, write to us with the name of the template.',
      },
      {
        question: 'The preview does not play.',
        answer:
          'It is retried three times automatically. If it still says Media Loading Error, press Retry, and check whether an ad blocker or your phone’s data saver stops videos.',
      },
      {
        question: 'How do I reach you?',
        answer: 'The address is on the Contact page. We answer on working days, usually within one day.',
      },
    ],
  },
  {
    title: 'Pricing & Plans',
    questions: [
      {
        question: 'What do premium members get?',
        answer:
          'Access to all exclusive templates, high-resolution downloads, priority support, and early access to AI features.',
      },
      {
        question: 'Can I cancel at any time?',
        answer: 'Yes. Cancel anytime; you keep your access until the end of the period you paid for.',
      },
      {
        question: 'Can I pay for a single video only?',
        answer:
          'Yes, there is a pay-per-use option: buy credits and spend them template by template. No plan is needed.',
      },
      {
        question: 'Are there free templates?',
        answer:
          'Yes, there are free templates, and every new account begins with free credits. Trying any template in the editor is always free.',
      },
    ],
  },
  {
    title: 'Usage & Licensing',
    questions: [
      {
        question: 'May I use my videos commercially?',
        answer:
          'Yes. What you make is royalty-free for commercial use, with no attribution required: on social media, in advertisements, in your shop.',
      },
      {
        question: 'What am I not allowed to do?',
        answer:
          'Sell or give away the template itself, or take its music, pictures and fonts out of it. Each template’s page names its licence.',
      },
    ],
  },
]
