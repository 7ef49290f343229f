/** Generators: they reserve ranges from a counter and issue the numbers without asking again. */
package io.mintmark.hilo;
