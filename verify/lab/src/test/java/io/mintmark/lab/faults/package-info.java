/** The judge is tested by forged histories, so that a run without a finding can be believed. */
@NullMarked
package io.mintmark.lab.faults;

import org.jspecify.annotations.NullMarked;
