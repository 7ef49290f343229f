/**
 * The catalogue of hostile cases: what each sends, and the client that sends it. It knows neither the servers'
 * processes nor how they are judged.
 */
@NullMarked
package io.mintmark.lab.hostile.cases;

import org.jspecify.annotations.NullMarked;
