/** Where the admin API is. */
export const ADMIN_PATH = '/admin/v1';
