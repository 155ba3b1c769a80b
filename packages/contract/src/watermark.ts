// The watermark text on unpaid videos and pictures.

export const watermark = 'VITRINE'
