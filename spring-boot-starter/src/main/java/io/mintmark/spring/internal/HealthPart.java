package io.mintmark.spring.internal;

import java.util.Map;

/** A part of health beside the counters themselves. */
public interface HealthPart {

    /** Returns whether nothing of it is down. */
    boolean isUp();

    /** Returns what health shows of it by name; empty where there is nothing to show. */
    Map<String, Object> details();
}
