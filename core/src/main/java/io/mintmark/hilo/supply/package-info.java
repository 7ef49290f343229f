/** Supply of a generator: the range that it issues, those that follow, and what gets them before they are needed. Not exported. */
package io.mintmark.hilo.supply;
