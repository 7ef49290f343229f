/**
 * An attack on a server in a process of its own, started by {@code verify/lab/attack}: clients that are slow, deaf,
 * oversized or too many, and good ones beside them, whose answers are what is measured.
 */
@NullMarked
package io.mintmark.lab.attack;

import org.jspecify.annotations.NullMarked;
