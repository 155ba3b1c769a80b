// A text of each script that customers may write in, for tests.

/** What people write at weddings and birthdays, one script each. */
export const SCRIPT_TEXTS = {
  Latin: 'Nguyễn Ťřeboň ₹500',
  Devanagari: 'शुभ विवाह श्री',
  Bengali: 'শুভ বিবাহ ১২',
  Gurmukhi: 'ਸ਼ੁਭ ਵਿਆਹ',
  Gujarati: 'શુભ લગ્ન',
  Odia: 'ଶୁଭ ବିବାହ',
  Tamil: 'திருமண வாழ்த்து',
  Telugu: 'శుభ వివాహం',
  Kannada: 'ಶುಭ ವಿವಾಹ',
  Malayalam: 'വിവാഹം',
  Sinhala: 'ශ්‍රී මංගල',
  Arabic: 'زفاف سعيد ١٢',
  Hebrew: 'מזל טוב',
  Greek: 'Ελένη',
  Cyrillic: 'Свадьба Әлия',
  Thai: 'สวัสดี',
  Japanese: '結婚おめでとう、直子ちゃん',
  Chinese: '新婚快樂，恭喜发财。',
  Korean: '결혼을 축하합니다',
  Emoji: '🎉👨‍👩‍👧❤️🇮🇳',
}
