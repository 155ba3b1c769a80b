// All stickers by theme, and their search. Loaded when their panel opens, because the drawings are large.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { i18n } from '../../../../language/i18n.ts'
import drawings from './drawings.json' with { type: 'json' }
import { matchesSearch, type Sticker, type StickerPart, type StickerTheme } from './sticker.ts'

/** The name, and further search words; as plain text in English and Hindi, in both scripts. */
type StickerWords = readonly [name: MessageDescriptor, keywords: MessageDescriptor | string]

/** The words of the stickers by id. `drawings.json` has their parts. */
const themes: readonly { title: MessageDescriptor; stickers: Readonly<Record<string, StickerWords>> }[] = [
  {
    title: msg`Wedding`,
    stickers: {
      rings: [msg`Two rings`, msg`marriage engagement gold ring`],
      rose: [msg`Rose`, msg`flower love bouquet`],
      bouquet: [msg`Bouquet`, msg`flowers bride roses`],
      'cake-tiers': [msg`Wedding cake`, msg`tiers party dessert`],
      champagne: [msg`Clinking glasses`, msg`toast cheers champagne drink`],
      doves: [msg`Dove`, msg`bird peace white love`],
      mandala: [msg`Mandala`, msg`henna mehndi ornament round`],
      'bell-pair': [msg`Wedding bells`, msg`bell chime church`],
    },
  },
  {
    title: msg`Blessings`,
    stickers: {
      ganesh: [msg`Ganesha`, 'ganesh ganpati ganapati vinayak god puja hindu invitation गणेश गणपति विनायक'],
      om: [msg`Om`, 'om aum hindu shiva mantra puja ॐ ओम ओम्'],
      swastik: [msg`Swastik`, 'swastik swastika shubh labh hindu jain puja auspicious स्वस्तिक शुभ लाभ'],
      'puja-kalash': [msg`Puja kalash`, 'kalash kalasha pot coconut puja hindu griha pravesh mangal कलश मंगल पूजा'],
      'lakshmi-feet': [
        msg`Lakshmi’s footprints`,
        'lakshmi laxmi feet footprints pag charan diwali dhanteras लक्ष्मी पैर चरण पग',
      ],
      trishul: [msg`Trishul`, 'trishul trident shiva mahadev shivratri damru त्रिशूल शिव महादेव डमरू'],
      shankh: [msg`Conch shell`, 'shankh conch shell puja vishnu hindu शंख पूजा'],
      'temple-bell': [msg`Temple bell`, 'ghanti ghanta bell temple mandir puja aarti घंटी घंटा मंदिर आरती'],
      mandir: [msg`Temple`, 'mandir temple hindu devalay gopuram मंदिर देवालय'],
      toran: [msg`Toran`, 'toran bandanwar thoranam mango leaves garland door griha pravesh तोरण बंदनवार आम के पत्ते'],
      coconut: [msg`Coconut`, 'nariyal coconut shriphal puja offering नारियल श्रीफल'],
      'aarti-thali': [msg`Aarti plate`, 'aarti arti thali puja plate diya lamp pooja आरती थाली पूजा दीया'],
      'peacock-feather': [msg`Peacock feather`, 'mor pankh peacock feather krishna janmashtami मोर पंख कृष्ण जन्माष्टमी'],
      flute: [msg`Flute`, 'bansuri flute murli krishna janmashtami music बांसुरी मुरली कृष्ण'],
      khanda: [msg`Khanda`, 'khanda sikh gurdwara gurpurab punjabi waheguru खंडा सिख गुरुद्वारा गुरुपर्व'],
      mosque: [msg`Mosque`, 'masjid mosque islam muslim eid ramadan nikah मस्जिद ईद रमज़ान निकाह'],
      'dua-hands': [msg`Praying hands`, 'dua prayer hands namaz pray blessing bismillah nikah दुआ प्रार्थना हाथ नमाज़'],
      church: [msg`Church`, 'church christian wedding chapel christmas baptism girja गिरजाघर चर्च'],
      cross: [msg`Cross`, 'cross christian jesus easter baptism communion क्रूस क्रॉस ईसाई'],
      'star-of-david': [msg`Star of David`, 'star david jewish hanukkah bar mitzvah यहूदी तारा'],
      'dharma-wheel': [msg`Dharma wheel`, 'dharma chakra wheel buddhist buddha purnima jain धर्म चक्र बुद्ध पूर्णिमा'],
      'prayer-beads': [msg`Prayer beads`, 'mala rudraksha tasbih rosary beads japa माला रुद्राक्ष तस्बीह जप'],
    },
  },
  {
    title: msg`Ceremonies`,
    stickers: {
      haldi: [msg`Haldi bowl`, 'haldi turmeric pithi ubtan ceremony wedding yellow हल्दी पीठी उबटन'],
      'mehndi-hand': [msg`Mehndi hand`, 'mehndi mehendi henna hand bride sangeet मेहंदी हाथ'],
      mandap: [msg`Mandap`, 'mandap wedding stage vivah shaadi canopy phere मंडप विवाह शादी फेरे'],
      varmala: [msg`Varmala`, 'varmala jaimala garland haar flowers wedding वरमाला जयमाला हार माला फूल'],
      dholak: [msg`Dholak`, 'dholak dhol drum sangeet music band baja ढोलक ढोल संगीत बैंड बाजा'],
      shehnai: [msg`Shehnai`, 'shehnai nadaswaram music wedding band शहनाई संगीत'],
      doli: [msg`Doli`, 'doli palki palanquin vidai bride wedding डोली पालकी विदाई'],
      safa: [msg`Turban`, 'safa pagdi pagri turban groom dulha sehra साफा पगड़ी दूल्हा सेहरा'],
      laddu: [msg`Laddus`, 'laddu ladoo mithai sweets prasad modak festival लड्डू मिठाई प्रसाद मोदक'],
      paan: [msg`Betel leaf`, 'paan betel leaf supari tambulam puja पान सुपारी'],
      bangles: [msg`Bangles`, 'bangles chudi chooda valaikappu godh bharai jewellery चूड़ी चूड़ा कंगन गोद भराई'],
      mangalsutra: [msg`Mangalsutra`, 'mangalsutra thali necklace jewellery suhag wedding मंगलसूत्र गहने सुहाग'],
      kite: [msg`Kite`, 'kite patang sankranti uttarayan lohri festival पतंग संक्रांति उत्तरायण लोहड़ी'],
      matka: [msg`Clay pot`, 'matka pot handi dahi pongal clay मटका हांडी दही पोंगल घड़ा'],
      'banana-leaf': [msg`Banana leaf meal`, 'banana leaf sadhya onam meal food feast kela patta केला पत्ता भोजन दावत'],
      invitation: [
        msg`Invitation card`,
        'invitation card patrika nimantran lagna envelope invite निमंत्रण पत्रिका कार्ड न्योता',
      ],
    },
  },
  {
    title: msg`Birthday`,
    stickers: {
      balloon: [msg`Balloon`, msg`party red`],
      balloons: [msg`Three balloons`, msg`party bunch`],
      cupcake: [msg`Cupcake`, msg`cake sweet candle`],
      'birthday-cake': [msg`Birthday cake`, msg`candles party sweet`],
      gift: [msg`Gift`, msg`present box ribbon surprise`],
      'party-hat': [msg`Party hat`, msg`cone celebrate`],
      confetti: [msg`Confetti popper`, msg`celebrate throw party popper`],
      bunting: [msg`Bunting`, msg`flags garland string`],
    },
  },
  {
    title: msg`Festivals`,
    stickers: {
      diya: [msg`Diya`, msg`diwali lamp light deepavali oil festival`],
      'diya-row': [msg`Row of diyas`, msg`diwali lamps lights deepavali`],
      rangoli: [msg`Rangoli`, msg`diwali pattern floor kolam flower`],
      firework: [msg`Firework`, msg`diwali new year sparkle explosion`],
      'sky-lantern': [msg`Sky lantern`, msg`paper lamp float night`],
      'holi-splash': [msg`Splash of colour`, msg`holi paint powder colours`],
      crescent: [msg`Crescent and star`, msg`eid ramadan moon mubarak`],
      lantern: [msg`Lantern`, msg`eid ramadan fanous lamp`],
      'christmas-tree': [msg`Christmas tree`, msg`xmas fir pine winter`],
      snowflake: [msg`Snowflake`, msg`christmas winter ice snow`],
      rakhi: [msg`Rakhi`, msg`raksha bandhan brother sister thread`],
      kalash: [msg`Kalash`, msg`pot coconut puja auspicious leaves`],
    },
  },
  {
    title: msg`Love`,
    stickers: {
      heart: [msg`Heart`, msg`love red valentine`],
      hearts: [msg`Three hearts`, msg`love valentine`],
      'heart-arrow': [msg`Heart with an arrow`, msg`love cupid valentine`],
      'heart-line': [msg`Drawn heart`, msg`love line outline sketch`],
      'love-letter': [msg`Love letter`, msg`mail envelope invitation`],
      kiss: [msg`Lips`, msg`kiss mouth lipstick`],
      tulip: [msg`Tulip`, msg`flower spring thank you`],
      sparkles: [msg`Sparkles`, msg`shine glitter magic star`],
    },
  },
  {
    title: msg`Frames`,
    stickers: {
      'frame-double': [msg`Double frame`, 'frame border photo फ्रेम फ़्रेम बॉर्डर square rectangle gold'],
      'frame-round': [msg`Round frame`, 'frame border photo फ्रेम फ़्रेम बॉर्डर circle round dotted'],
      'frame-oval': [msg`Oval frame`, 'frame border photo फ्रेम फ़्रेम बॉर्डर oval vintage portrait'],
      'frame-wreath': [msg`Leaf wreath`, 'frame border photo फ्रेम फ़्रेम बॉर्डर wreath leaves floral round garland'],
      'frame-floral': [msg`Floral corners`, 'frame border photo फ्रेम फ़्रेम बॉर्डर floral flower corner wedding'],
      'frame-ornate': [
        msg`Ornate corners`,
        'frame border photo फ्रेम फ़्रेम बॉर्डर ornament corner royal vintage invitation',
      ],
      'frame-brackets': [msg`Corner brackets`, 'frame border photo फ्रेम फ़्रेम बॉर्डर corner bracket focus camera modern'],
      'frame-arch': [
        msg`Palace arch`,
        'frame border photo फ्रेम फ़्रेम बॉर्डर arch jharokha palace rajasthani mughal door झरोखा महल',
      ],
      'frame-polaroid': [msg`Instant photo`, 'frame border photo फ्रेम फ़्रेम बॉर्डर polaroid instant picture snap'],
      'frame-film': [msg`Film strip`, 'frame border photo फ्रेम फ़्रेम बॉर्डर film strip movie cinema reel'],
      'frame-scallop': [msg`Scalloped frame`, 'frame border photo फ्रेम फ़्रेम बॉर्डर scallop round badge label cute'],
      'frame-plaque': [msg`Name plate`, 'frame border photo फ्रेम फ़्रेम बॉर्डर plaque name plate label title नाम'],
      'frame-heart': [msg`Heart frame`, 'frame border photo फ्रेम फ़्रेम बॉर्डर heart love anniversary दिल प्यार'],
      'frame-hexagon': [msg`Hexagon frame`, 'frame border photo फ्रेम फ़्रेम बॉर्डर hexagon geometric modern'],
      'frame-lotus': [msg`Lotus divider`, 'frame border photo फ्रेम फ़्रेम बॉर्डर divider line lotus ornament separator कमल'],
    },
  },
  {
    title: msg`Contact and shop`,
    stickers: {
      phone: [msg`Mobile phone`, 'phone mobile smartphone contact number फ़ोन फोन मोबाइल नंबर'],
      call: [msg`Call`, 'call phone telephone contact ring us कॉल फ़ोन फोन संपर्क'],
      'chat-phone': [msg`Chat and call`, 'whatsapp whats app chat message dm order contact व्हाट्सएप व्हाट्सऐप चैट मैसेज'],
      'message-dots': [msg`Message`, 'message chat sms comment enquiry मैसेज संदेश चैट'],
      mail: [msg`Email`, 'email mail envelope letter contact ईमेल मेल पत्र'],
      globe: [msg`Website`, 'website web internet globe online www link वेबसाइट इंटरनेट ऑनलाइन'],
      'map-pin': [msg`Location pin`, 'location map pin place address venue here लोकेशन पता नक्शा जगह'],
      map: [msg`Map`, 'map directions route venue location how to reach नक्शा मैप रास्ता दिशा'],
      compass: [msg`Compass`, 'compass direction travel north tour दिशा कंपास यात्रा'],
      clock: [msg`Clock`, 'clock time timing hours open घड़ी समय टाइम'],
      calendar: [msg`Calendar`, 'calendar date save the date day tithi event तारीख कैलेंडर दिन तिथि'],
      cart: [msg`Shopping cart`, 'cart shop buy order online shopping trolley खरीदें शॉपिंग ऑर्डर कार्ट'],
      storefront: [msg`Shop`, 'shop store dukan kirana business open market दुकान स्टोर बाज़ार'],
      'delivery-van': [
        msg`Delivery van`,
        'delivery van truck home delivery free shipping courier डिलीवरी होम डिलीवरी गाड़ी',
      ],
      'rupee-coin': [msg`Rupee coin`, 'rupee money coin cash price inr rupaye रुपया रुपये पैसा सिक्का'],
      'percent-badge': [msg`Percent badge`, 'discount percent off sale offer badge छूट डिस्काउंट ऑफर सेल प्रतिशत'],
      'pay-card': [msg`Bank card`, 'card payment pay bank upi credit debit भुगतान कार्ड पेमेंट'],
      'thumbs-up': [msg`Thumbs up`, 'thumbs up like good recommended best पसंद लाइक बढ़िया'],
      verified: [msg`Check badge`, 'verified check tick trusted quality guarantee original असली गारंटी भरोसा'],
      megaphone: [msg`Megaphone`, 'megaphone announcement loudspeaker news hiring सूचना घोषणा ऐलान'],
      camera: [msg`Camera`, 'camera photo photography instagram insta picture कैमरा फोटो फ़ोटो'],
      'play-button': [msg`Play button`, 'play video youtube watch reel live वीडियो देखें यूट्यूब'],
      wifi: [msg`Wi-Fi`, 'wifi wi-fi internet network free वाईफाई वाई-फ़ाई इंटरनेट'],
      bulb: [msg`Light bulb`, 'bulb idea tip light electric बल्ब आइडिया सुझाव बिजली'],
      trophy: [msg`Trophy`, 'trophy winner cup award prize congratulations ट्रॉफी इनाम विजेता बधाई'],
      'five-stars': [msg`Five stars`, 'stars rating review five best feedback रेटिंग सितारे समीक्षा'],
      'tag-rupee': [msg`Rupee price tag`, 'price tag rupee mrp cost rate daam प्राइस टैग दाम कीमत रुपये मूल्य'],
      'tag-percent': [msg`Discount tag`, 'price tag discount percent off sale प्राइस टैग छूट सेल डिस्काउंट'],
      coupon: [msg`Coupon`, 'coupon voucher ticket offer code free कूपन वाउचर टिकट ऑफर'],
      'price-flag': [msg`Price flag`, 'price tag flag label rate offer प्राइस टैग दाम कीमत लेबल'],
      'sale-corner': [msg`Corner ribbon`, 'corner ribbon sale new offer label banner रिबन सेल नया ऑफर'],
      'sticky-note': [msg`Sticky note`, 'note sticky paper memo reminder नोट पर्ची याद'],
      target: [msg`Target`, 'target goal aim focus लक्ष्य टारगेट'],
    },
  },
  {
    title: msg`Arrows and labels`,
    stickers: {
      'arrow-curved': [msg`Curved arrow`, msg`point here direction`],
      'arrow-loop': [msg`Looped arrow`, msg`point here twirl`],
      'arrow-bold': [msg`Bold arrow`, msg`right next`],
      'ribbon-banner': [msg`Ribbon`, msg`banner title scroll label`],
      seal: [msg`Seal`, msg`badge award round stamp offer`],
      starburst: [msg`Starburst`, msg`sale offer price discount`],
      rosette: [msg`Rosette`, msg`award winner best ribbon`],
      'price-tag': [msg`Price tag`, msg`sale shop label`],
      speech: [msg`Speech bubble`, msg`say talk comment`],
      thought: [msg`Thought bubble`, msg`think dream cloud`],
      underline: [msg`Brush underline`, msg`stroke marker highlight`],
      'circle-drawn': [msg`Drawn circle`, msg`ring highlight mark`],
    },
  },
  {
    title: msg`Nature`,
    stickers: {
      sprig: [msg`Sprig`, msg`branch leaves green eucalyptus`],
      laurel: [msg`Laurel wreath`, msg`leaves crown frame award`],
      monstera: [msg`Palm leaf`, msg`tropical leaf summer`],
      daisy: [msg`Daisy`, msg`flower white spring`],
      marigold: [msg`Marigold`, msg`flower genda orange garland`],
      lotus: [msg`Lotus`, msg`flower pink puja water`],
      sun: [msg`Sun`, msg`summer day light`],
      cloud: [msg`Cloud`, msg`sky weather`],
      butterfly: [msg`Butterfly`, msg`insect spring wings`],
      mountain: [msg`Mountains`, msg`travel hill landscape`],
    },
  },
]

/** Themes with the stickers whose name, words or theme contain every typed word; themes without one are left out. */
export function findStickers(search: string): readonly StickerTheme[] {
  return themes
    .map(({ title, stickers }) => ({
      title: i18n._(title),
      stickers: Object.entries(stickers)
        .filter(([, words]) => matchesSearch([...words, title], search))
        .map(([id, [name]]): Sticker => ({ id, name: i18n._(name), parts: findParts(id) })),
    }))
    .filter(({ stickers }) => stickers.length > 0)
}

const findParts = (id: string): readonly StickerPart[] => (drawings as Record<string, StickerPart[]>)[id] ?? []
