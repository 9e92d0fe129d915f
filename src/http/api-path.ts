// Where /api/v1 lies.

export const API_PATH = '/api/v1';
