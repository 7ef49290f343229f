/** Helpers of the whole module: checks of arguments, numbers as drivers return them, passwords in texts. */
package io.mintmark.jdbc.internal;
