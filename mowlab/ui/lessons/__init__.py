"""The lessons: their texts, what is played in them and their charts; each a LessonPage."""
