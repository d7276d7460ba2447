# docker build -t mowlab .
# docker run --rm --cap-drop ALL -p 8866:8866 --memory 8g --stop-timeout 30 mowlab
FROM python:3.12-slim

RUN useradd --create-home --uid 1000 mowlab
WORKDIR /opt/mowlab
COPY pyproject.toml setup.py constraints.txt README.md LICENSE MANIFEST.in ./
COPY mowlab mowlab
COPY notebooks notebooks
RUN pip install --no-cache-dir -c constraints.txt ".[apps]" && rm -rf build *.egg-info

# Compiled now, so that no visitor waits for it.  The code is for the processor that builds: build where you run.
ENV MOWLAB_CACHE_DIR=/opt/mowlab-cache PYTHONDONTWRITEBYTECODE=1
RUN cd / && mkdir "$MOWLAB_CACHE_DIR" && chown mowlab "$MOWLAB_CACHE_DIR" && su mowlab -c "mowlab warmup"

USER mowlab
WORKDIR /tmp
ENV HOME=/tmp
EXPOSE 8866
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=20s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8866/mowlab/health', timeout=5)"]
ENTRYPOINT ["mowlab", "serve", "--no-browser", "--ip", "0.0.0.0"]
