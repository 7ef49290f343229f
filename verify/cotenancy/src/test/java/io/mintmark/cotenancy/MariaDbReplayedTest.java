package io.mintmark.cotenancy;

class MariaDbReplayedTest extends ReplayedContract {
    @Override
    Engine engine() {
        return Engine.MARIADB;
    }
}
