/**
 * Loads on the server beside a constant answer and beside PostgreSQL, started by {@code verify/lab/load}, and the flame
 * graph of the server under one of them, by {@code verify/lab/profile}.
 *
 * <p>This process makes the load; every server is the shipped jar in a process of its own, over an empty directory, on
 * the disk whose speed is printed beside its figures. Rounds are interleaved, figures are medians of the rounds, ratios
 * are medians of the ratios within a round.
 */
@NullMarked
package io.mintmark.lab.load;

import org.jspecify.annotations.NullMarked;
