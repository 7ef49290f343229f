package io.mintmark.web.admission;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A client that sends nothing, and what was done about it. */
public final class SilentConnection extends ClientConnection {
    private final List<Duration> rests = new ArrayList<>();
    private long idleMillisMax = 30_000;

    public SilentConnection(AdmissionControl admission) {
        super(admission, null);
    }

    @Override
    public long bytesReceived() {
        return 0;
    }

    @Override
    public long idleMillisMax() {
        return idleMillisMax;
    }

    @Override
    public void idleMillisMax(long millis) {
        idleMillisMax = millis;
    }

    @Override
    public void rest(Duration rest) {
        rests.add(rest);
    }

    /** Returns for how long it was left unread, time after time. */
    List<Duration> rests() {
        return rests;
    }

    @Override
    public void breakOff(String why) {
        throw new IllegalStateException("there is nothing to break off: " + why);
    }
}
