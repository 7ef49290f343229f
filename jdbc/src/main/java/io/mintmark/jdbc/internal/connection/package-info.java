/**
 * Calls and their connections: on which thread, within which time, how they are opened, lent, committed and tried
 * again.
 */
package io.mintmark.jdbc.internal.connection;
