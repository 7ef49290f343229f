/** Connections: how they are opened, lent, committed and tried again. */
package io.mintmark.jdbc.internal.connection;
