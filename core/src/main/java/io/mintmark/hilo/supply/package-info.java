/** The supply of a generator: the range in use, those that follow, and what gets them ahead of need. Not exported. */
package io.mintmark.hilo.supply;
