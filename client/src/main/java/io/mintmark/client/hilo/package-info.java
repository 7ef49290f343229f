/** Ranges of a server's counters, and the generators of a store that issue them; knows no entity. Not exported. */
package io.mintmark.client.hilo;
