/** The command {@code verify/fuzz/run}: lets Jazzer search one target after the other, each in a JVM of its own. */
@NullMarked
package io.mintmark.fuzz.run;

import org.jspecify.annotations.NullMarked;
