// Owns the word over films and pictures that are not paid for, wherever they are made.

export const watermark = 'VITRINE'
