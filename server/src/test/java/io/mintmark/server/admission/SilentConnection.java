package io.mintmark.server.admission;

/** A client that sends nothing, and what was done about it. */
public final class SilentConnection extends ClientConnection {
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
    public void breakOff(String why) {
        throw new IllegalStateException("there is nothing to break off: " + why);
    }
}
